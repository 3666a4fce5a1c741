//! Trackers, faces, voices and conversations. All of it may change in any minor release.

mod companion;
mod face;
mod vmc;
mod voice;

pub use companion::{Companion, CompanionAction, CompanionOptions};
pub use face::{Face, FaceCalibration, FaceFilter, FaceMap};
pub use vmc::{VmcReceiver, VmcReceiverOptions, VmcSender, VmcSenderOptions};
pub use voice::{Phoneme, Speech, Voice};
