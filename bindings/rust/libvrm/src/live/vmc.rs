//! Motion that is received and sent by the VMC protocol.

use crate::clip::nanos;
use crate::view;
use crate::{Error, Model, Pose, Trs, VmcCounts, VmcFrame, VmcSenderFlags};
use core::ptr::{self, NonNull};
use core::time::Duration;
use libvrm_sys as sys;

/// The custom expressions of a receiver whose options name no number.
const CUSTOMS: u32 = 64;

/// Settings of a receiver.
#[derive(Clone, Copy, Debug, Default)]
pub struct VmcReceiverOptions<'o> {
    /// The avatar of the sender, needed only during creation. `None`: rotations are normalized, as
    /// those of VRM 0.x are.
    pub model: Option<&'o Model<'o>>,
    /// Of the sender's avatar, in meters. Default: 0, that of `model`, or of the first frame.
    pub hips_height: f32,
    /// Different custom expressions, at most 1,024. Default: 0, which is 64.
    pub custom_capacity: u32,
}

/// Makes poses of VMC datagrams. Your program has the socket.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use libvrm::{Pose, VmcReceiver};
/// use std::{net::UdpSocket, time::Instant};
/// let (socket, start) = (UdpSocket::bind("127.0.0.1:39539")?, Instant::now());
/// let (mut receiver, mut pose) = (VmcReceiver::new()?, Pose::new());
/// let mut bytes = [0; 65536];
/// loop {
///     let size = socket.recv(&mut bytes)?;
///     receiver.add(&bytes[..size], start.elapsed());
///     receiver.read_pose(&mut pose); // for AvatarRef::apply_pose
/// }
/// # }
/// ```
///
/// Every datagram is checked. What is wrong is counted and ignored.
pub struct VmcReceiver {
    raw: NonNull<sys::vrm_vmc_receiver>,
    custom_capacity: usize,
}

// SAFETY: a receiver belongs to one thread at a time, and it may be any (vrm/live/vmc.h).
unsafe impl Send for VmcReceiver {}

impl Drop for VmcReceiver {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the receiver. Poses have copies of its names.
        unsafe { sys::vrm_vmc_receiver_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for VmcReceiver {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let counts = self.counts();
        formatter.debug_struct("VmcReceiver").field("counts", counts).finish_non_exhaustive()
    }
}

impl VmcReceiver {
    /// Creates a receiver for rotations that are normalized.
    pub fn new() -> Result<Self, Error> {
        Self::with_options(&VmcReceiverOptions::default())
    }

    /// The same with settings.
    pub fn with_options(options: &VmcReceiverOptions<'_>) -> Result<Self, Error> {
        let custom_capacity = match options.custom_capacity {
            0 => CUSTOMS,
            count => count,
        };
        let desc = sys::vrm_vmc_receiver_desc {
            model: options.model.map_or(ptr::null(), |model| model.as_ptr()),
            hips_height: options.hips_height,
            custom_capacity,
            ..sys::vrm_vmc_receiver_desc::default()
        };
        // SAFETY: all pointers are valid for the call.
        let (raw, _) = Error::created(|receiver, report| unsafe {
            sys::vrm_vmc_receiver_create(&desc, receiver, report)
        })?;
        Ok(Self { raw, custom_capacity: custom_capacity as usize })
    }

    /// Reads a datagram that came at a time. Returns how many frames ended: usually 0 or 1.
    pub fn add(&mut self, datagram: &[u8], time: Duration) -> u32 {
        let (data, size) = (datagram.as_ptr().cast(), datagram.len());
        // SAFETY: the receiver is alive, and the datagram has its size. It is not kept.
        unsafe { sys::vrm_vmc_receiver_add(self.raw.as_ptr(), data, size, nanos(time)) }
    }

    /// Ends the frame that has begun. Returns whether there was one.
    pub fn end_frame(&mut self) -> bool {
        // SAFETY: the receiver is alive.
        unsafe { sys::vrm_vmc_receiver_end_frame(self.raw.as_ptr()) != 0 }
    }

    /// Writes the newest values: to show an avatar with the least delay.
    pub fn read_pose(&self, pose: &mut Pose) {
        // SAFETY: the receiver is alive, and the pose is prepared.
        pose.write(self.custom_capacity, |raw| unsafe {
            sys::vrm_vmc_receiver_read_pose(self.raw.as_ptr(), raw)
        });
    }

    /// Writes the pose of the last frame that ended: to record it, because its values are of one
    /// time.
    pub fn read_frame(&self, pose: &mut Pose) {
        // SAFETY: the receiver is alive, and the pose is prepared.
        pose.write(self.custom_capacity, |raw| unsafe {
            sys::vrm_vmc_receiver_read_frame(self.raw.as_ptr(), raw)
        });
    }

    /// The last frame that ended.
    pub fn frame(&self) -> &VmcFrame {
        // SAFETY: the receiver is alive, and owns the frame.
        unsafe { &*sys::vrm_vmc_receiver_frame(self.raw.as_ptr()) }
    }

    /// What was counted since the receiver was created or reset.
    pub fn counts(&self) -> &VmcCounts {
        // SAFETY: the receiver is alive, and owns the counts.
        unsafe { &*sys::vrm_vmc_receiver_counts(self.raw.as_ptr()) }
    }

    /// Forgets everything that it has read: for another sender.
    pub fn reset(&mut self) {
        // SAFETY: the receiver is alive.
        unsafe { sys::vrm_vmc_receiver_reset(self.raw.as_ptr()) };
    }
}

/// Settings of a sender.
#[derive(Clone, Copy, Debug, Default)]
pub struct VmcSenderOptions<'o> {
    /// [`VmcSenderFlags`] bits. Default: none.
    pub flags: VmcSenderFlags,
    /// The avatar, needed only during creation. `None`: positions of bones are 0 except that of
    /// the hips, and rotations are normalized. Receivers that apply positions need a model.
    pub model: Option<&'o Model<'o>>,
    /// In meters. Default: 0, that of `model`, or 1.
    pub hips_height: f32,
    /// The largest datagram, 256 to 65,504. Default: 0, which is 1,472.
    pub datagram_bytes: u32,
    /// Custom expressions in a pose, at most 1,024. Default: 0, which is 64.
    pub custom_capacity: u32,
}

/// Makes VMC datagrams of poses. Your program has the socket.
pub struct VmcSender {
    raw: NonNull<sys::vrm_vmc_sender>,
}

// SAFETY: a sender belongs to one thread at a time, and it may be any (vrm/live/vmc.h).
unsafe impl Send for VmcSender {}

impl Drop for VmcSender {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the sender.
        unsafe { sys::vrm_vmc_sender_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for VmcSender {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("VmcSender").finish_non_exhaustive()
    }
}

impl VmcSender {
    /// Creates a sender of normalized rotations, in bundles.
    pub fn new() -> Result<Self, Error> {
        Self::with_options(&VmcSenderOptions::default())
    }

    /// The same with settings.
    pub fn with_options(options: &VmcSenderOptions<'_>) -> Result<Self, Error> {
        let desc = sys::vrm_vmc_sender_desc {
            flags: options.flags,
            model: options.model.map_or(ptr::null(), |model| model.as_ptr()),
            hips_height: options.hips_height,
            datagram_bytes: options.datagram_bytes,
            custom_capacity: options.custom_capacity,
            ..sys::vrm_vmc_sender_desc::default()
        };
        // SAFETY: all pointers are valid for the call.
        let (raw, _) = Error::created(|sender, report| unsafe {
            sys::vrm_vmc_sender_create(&desc, sender, report)
        })?;
        Ok(Self { raw })
    }

    /// Makes the datagrams of one frame, to be sent in their order. `root` is that of the avatar;
    /// its scale is not sent. `clock` is in seconds, and must grow with each frame.
    pub fn write<'s>(
        &'s mut self,
        pose: &Pose,
        root: Option<&Trs>,
        clock: f32,
    ) -> impl ExactSizeIterator<Item = &'s [u8]> + use<'s> {
        let (sender, root) = (self.raw, root.map_or(ptr::null(), ptr::from_ref));
        // SAFETY: the sender is alive, and the pose is prepared.
        let count =
            unsafe { sys::vrm_vmc_sender_write(sender.as_ptr(), pose.as_ptr(), root, clock) };
        (0..count as usize).map(move |index| {
            let mut size = 0;
            // SAFETY: the sender is borrowed, and owns the bytes until its next frame.
            unsafe {
                let data = sys::vrm_vmc_sender_datagram(sender.as_ptr(), index as u32, &mut size);
                view::slice(data.cast(), size)
            }
        })
    }
}
