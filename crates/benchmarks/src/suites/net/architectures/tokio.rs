//! Tasks of Tokio's threads, as most Rust programs are built: what stands in its documentation,
//! but for the listener, which is ours and has the case's backlog.

use std::time::Duration;

use ::tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use ::tokio::net::{TcpListener, TcpStream};

use super::super::protocol::{ANSWER, Dialog, PIECE};
use super::super::scene::Scene;
use super::Serve;
use crate::{Error, Result};

pub(super) const SERVE: Option<Serve> = Some(serve);

fn serve(scene: &'static Scene) -> Result<()> {
    let wrong = |what: &str, error: std::io::Error| Error::Wrong(format!("{what}: {error}"));
    let runtime = ::tokio::runtime::Builder::new_multi_thread()
        .worker_threads(scene.loops)
        .enable_all()
        .build()
        .map_err(|error| wrong("the runtime", error))?;
    let listener = scene.listener(0).duplicate()?;
    runtime.block_on(async {
        let listener =
            TcpListener::from_std(listener).map_err(|error| wrong("the listener", error))?;
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    scene.board.enter();
                    ::tokio::spawn(attend(scene, stream));
                }
                Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => return Ok(()),
                Err(source) => {
                    scene.board.refused(&sys::Error::Os { call: "accept", source });
                    ::tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
        }
    })
}

async fn attend(scene: &'static Scene, mut stream: TcpStream) {
    if converse(scene.dialog, &mut stream).await.unwrap_or(false) {
        scene.board.answered();
    }
    drop(stream);
    scene.board.leave();
}

async fn converse(dialog: Dialog, stream: &mut TcpStream) -> std::io::Result<bool> {
    match dialog {
        Dialog::Greet | Dialog::Stay => {}
        Dialog::Hold { ns } => ::tokio::time::sleep(Duration::from_nanos(ns)).await,
        Dialog::Request => {
            let mut piece = [0; PIECE];
            loop {
                let count = stream.read(&mut piece).await?;
                if count == 0 {
                    return Ok(false);
                }
                if piece[..count].contains(&b'\n') {
                    break;
                }
            }
        }
    }
    stream.write_all(ANSWER).await?;
    if dialog == Dialog::Stay {
        let mut piece = [0; PIECE];
        while stream.read(&mut piece).await? > 0 {}
    }
    Ok(true)
}
