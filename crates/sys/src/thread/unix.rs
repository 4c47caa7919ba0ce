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
