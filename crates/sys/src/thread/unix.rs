//! POSIX threads.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

use crate::{Error, Result};

pub(super) struct EmptyThreads {
    /// `None`: no thread that could be joined.
    handles: Box<[Option<libc::pthread_t>]>,
    attributes: Option<Box<libc::pthread_attr_t>>,
}

extern "C" fn empty(_: *mut c_void) -> *mut c_void {
    ptr::null_mut()
}

impl EmptyThreads {
    pub(super) fn new(count: usize, stack_bytes: Option<usize>) -> Result<Self> {
        let attributes = stack_bytes.map(attributes_with_stack).transpose()?;
        Ok(Self { handles: vec![None; count].into_boxed_slice(), attributes })
    }

    #[inline]
    pub(super) fn create(&mut self, place: usize) -> Result<()> {
        let mut handle = MaybeUninit::uninit();
        let attributes = self.attributes.as_deref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: `handle` takes the answer; the attributes are null or initialised.
        let code = unsafe {
            libc::pthread_create(handle.as_mut_ptr(), attributes, empty, ptr::null_mut())
        };
        if code != 0 {
            return Err(Error::code("pthread_create", code));
        }
        // SAFETY: success means that the handle was written.
        self.handles[place] = Some(unsafe { handle.assume_init() });
        Ok(())
    }

    #[inline]
    pub(super) fn join(&mut self, place: usize) -> Result<()> {
        let handle = self.handles[place]
            .take()
            .ok_or(Error::Unsupported("no thread was created in this place"))?;
        // SAFETY: the handle is of a thread that nobody has joined, since it was taken just now.
        match unsafe { libc::pthread_join(handle, ptr::null_mut()) } {
            0 => Ok(()),
            code => Err(Error::code("pthread_join", code)),
        }
    }
}

fn attributes_with_stack(bytes: usize) -> Result<Box<libc::pthread_attr_t>> {
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: the call initialises what it is given.
    let code = unsafe { libc::pthread_attr_init(attributes.as_mut_ptr()) };
    if code != 0 {
        return Err(Error::code("pthread_attr_init", code));
    }
    // SAFETY: initialised by the call above, which succeeded.
    let mut attributes = Box::new(unsafe { attributes.assume_init() });
    // SAFETY: the attributes are initialised and ours alone.
    match unsafe { libc::pthread_attr_setstacksize(&raw mut *attributes, bytes) } {
        0 => Ok(attributes),
        code => Err(Error::code("pthread_attr_setstacksize", code)),
    }
}

/// A thread that was started and not joined.
pub(super) struct Handle(Option<libc::pthread_t>);

/// What a thread is given: a thin pointer, boxed once more.
type Work = Box<dyn FnOnce() + Send>;

extern "C" fn worker(work: *mut c_void) -> *mut c_void {
    // SAFETY: `start` has given this pointer away, to this thread alone.
    let work = unsafe { Box::from_raw(work.cast::<Work>()) };
    work();
    ptr::null_mut()
}

pub(super) fn start(work: Work) -> Result<Handle> {
    let given = Box::into_raw(Box::new(work));
    let mut handle = MaybeUninit::uninit();
    // SAFETY: `handle` takes the answer; null attributes are the defaults; the pointer is valid
    // and becomes the thread's.
    let code = unsafe {
        libc::pthread_create(handle.as_mut_ptr(), ptr::null(), worker, given.cast::<c_void>())
    };
    if code != 0 {
        // SAFETY: no thread was made, so the pointer is still ours.
        drop(unsafe { Box::from_raw(given) });
        return Err(Error::code("pthread_create", code));
    }
    // SAFETY: success means that the handle was written.
    Ok(Handle(Some(unsafe { handle.assume_init() })))
}

impl Handle {
    pub(super) fn join(mut self) -> Result<()> {
        let Some(handle) = self.0.take() else { return Ok(()) };
        // SAFETY: the handle is of a thread that nobody has joined, since it was taken just now.
        match unsafe { libc::pthread_join(handle, ptr::null_mut()) } {
            0 => Ok(()),
            code => Err(Error::code("pthread_join", code)),
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if let Some(handle) = self.0.take() {
            // SAFETY: the handle is of a thread that nobody has joined or will join.
            unsafe { libc::pthread_detach(handle) };
        }
    }
}
