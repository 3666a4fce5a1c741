//! Running avatars.

use crate::view::{self, View};
use crate::{AvatarFlags, Error, Frame, Line, Mat4, Model, Space, Trs, Writers};
use alloc::vec::Vec;
use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::{self, NonNull};
use libvrm_sys as sys;

/// Settings of an avatar.
#[derive(Clone, Copy, Debug, Default)]
pub struct AvatarOptions {
    /// [`AvatarFlags`] bits. Default: none.
    pub flags: AvatarFlags,
    /// The number of colliders that [`AvatarRef::set_collider`] can set. Default: 0.
    pub collider_capacity: u32,
    /// The SIMD instructions that compute springs. All give the same bits.
    #[cfg(feature = "experimental")]
    pub lanes: crate::Lanes,
}

impl AvatarOptions {
    pub(crate) fn desc(&self) -> sys::vrm_avatar_desc {
        sys::vrm_avatar_desc {
            flags: self.flags,
            collider_capacity: self.collider_capacity,
            #[cfg(feature = "experimental")]
            lanes: self.lanes.0,
            ..sys::vrm_avatar_desc::default()
        }
    }
}

/// One running instance of a model. Its functions are those of [`AvatarRef`].
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// use libvrm::{Avatar, Bone, Model};
/// let model = Model::load(&bytes)?;
/// let mut avatar = Avatar::new(&model)?;
/// avatar.update(1.0 / 60.0);
/// println!("{:?}", avatar.bone_position(Bone::HEAD));
/// for matrix in avatar.frame().world() {
///     println!("{:?}", matrix.translation());
/// }
/// # Ok(())
/// # }
/// ```
///
/// It belongs to one thread at a time, and can move to another. `'a` is the lifetime of the bytes
/// that its model borrows. The avatar keeps the model alive.
pub struct Avatar<'a> {
    raw: NonNull<sys::vrm_avatar>,
    model: PhantomData<&'a [u8]>,
}

// SAFETY: an avatar belongs to one thread at a time, and it may be any (vrm/avatar.h). Its model
// is shared, and may be released by any thread.
unsafe impl Send for Avatar<'_> {}

impl<'a> Avatar<'a> {
    /// Creates an avatar at rest, at the origin.
    pub fn new(model: &Model<'a>) -> Result<Self, Error> {
        Self::with_options(model, &AvatarOptions::default())
    }

    /// The same with settings.
    pub fn with_options(model: &Model<'a>, options: &AvatarOptions) -> Result<Self, Error> {
        let (model, desc) = (model.as_ptr(), options.desc());
        // SAFETY: the model is alive, and all pointers are valid for the call. The avatar holds
        // its own reference to the model.
        let (raw, _) = Error::created(|avatar, report| unsafe {
            sys::vrm_avatar_create(model, &desc, avatar, report)
        })?;
        Ok(Self { raw, model: PhantomData })
    }
}

impl Drop for Avatar<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the avatar.
        unsafe { sys::vrm_avatar_destroy(self.raw.as_ptr()) };
    }
}

impl Deref for Avatar<'_> {
    type Target = AvatarRef;
    #[inline]
    fn deref(&self) -> &AvatarRef {
        // SAFETY: the avatar is alive as long as `self`.
        unsafe { AvatarRef::from_ptr(self.raw.as_ptr()) }
    }
}

impl DerefMut for Avatar<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut AvatarRef {
        // SAFETY: the avatar is alive as long as `self`, which is borrowed exclusively.
        unsafe { AvatarRef::from_mut_ptr(self.raw.as_ptr()) }
    }
}

impl core::fmt::Debug for Avatar<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("Avatar").field(&self.raw).finish()
    }
}

/// An avatar that something owns: an [`Avatar`], or a [`Crowd`](crate::Crowd).
///
/// A slice of its frame borrows it, so that a program that keeps the slice over an update does not
/// compile.
#[repr(C)]
pub struct AvatarRef {
    _data: UnsafeCell<[u8; 0]>,
    _marker: PhantomData<*mut u8>, // neither Send nor Sync
}

impl AvatarRef {
    /// An avatar of C.
    ///
    /// # Safety
    /// It is alive for `'a`, and nothing changes it.
    #[inline]
    pub unsafe fn from_ptr<'a>(avatar: *mut sys::vrm_avatar) -> &'a Self {
        // SAFETY: the type has no bytes, so the reference reads and writes nothing.
        unsafe { &*avatar.cast() }
    }

    /// An avatar of C that changes.
    ///
    /// # Safety
    /// It is alive for `'a`, and nothing else uses it.
    #[inline]
    pub unsafe fn from_mut_ptr<'a>(avatar: *mut sys::vrm_avatar) -> &'a mut Self {
        // SAFETY: the type has no bytes, so the reference reads and writes nothing.
        unsafe { &mut *avatar.cast() }
    }

    /// The avatar for functions of C.
    #[inline]
    pub fn as_ptr(&self) -> *mut sys::vrm_avatar {
        ptr::from_ref(self).cast_mut().cast()
    }

    /// The result of the last update: plain arrays.
    #[inline]
    pub fn frame(&self) -> Frame<'_> {
        // SAFETY: an avatar always has a frame, which changes only with `&mut self`.
        unsafe { Frame::new(&*sys::vrm_avatar_frame(self.as_ptr())) }
    }

    /// The pose: the local transform of every node. It starts as the rest pose. Rotations must be
    /// unit quaternions.
    pub fn locals(&mut self) -> &mut [Trs] {
        let count = self.frame().raw.node_count as usize;
        // SAFETY: the avatar owns one transform for each node.
        unsafe { core::slice::from_raw_parts_mut(sys::vrm_avatar_locals(self.as_ptr()), count) }
    }

    fn gltf(&self) -> crate::Gltf<'_> {
        // SAFETY: an avatar has a model, and a model has tables, which live as long.
        unsafe { crate::Gltf::new(&*sys::vrm_model_gltf(sys::vrm_avatar_model(self.as_ptr()))) }
    }

    /// Computes the skin matrices of a skin after the last update. `inverse_binds` is the result
    /// of [`Model::read_inverse_binds`], and `out` has one matrix for each of its joints.
    pub fn skin_matrices(
        &self,
        skin: usize,
        inverse_binds: &[Mat4],
        out: &mut [Mat4],
    ) -> Result<(), Error> {
        let joints = self.gltf().skins().get(skin).ok_or_else(Error::invalid)?.joints().len();
        if inverse_binds.len() != joints {
            return Err(Error::invalid());
        }
        let (binds, data, size) = (inverse_binds.as_ptr(), out.as_mut_ptr(), out.len());
        // SAFETY: there is an inverse bind for each joint, and `out` has `size` matrices.
        Error::check(unsafe {
            let skin = view::index(skin);
            sys::vrm_avatar_get_skin_matrices(self.as_ptr(), skin, binds, data, size)
        })
    }

    /// Saves everything that the next frames depend on. The bytes are the same on every target.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        bytes
    }

    /// The same into memory that is used again in each frame. Its size changes to that of a save.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        // SAFETY: the avatar is alive.
        let size = unsafe { sys::vrm_avatar_save_size(self.as_ptr()) };
        bytes.resize(size, 0);
        // SAFETY: there are as many bytes as a save has, so it cannot fail.
        unsafe { sys::vrm_avatar_save(self.as_ptr(), bytes.as_mut_ptr().cast(), size) };
    }

    /// Restores a save of an avatar of the same model, flags and collider capacity. The frame is
    /// stale until the next update.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // SAFETY: the bytes are checked, and not kept.
        Error::check(unsafe {
            sys::vrm_avatar_restore(self.as_ptr(), bytes.as_ptr().cast(), bytes.len())
        })
    }

    /// Lines in world space that show the springs and their colliders.
    pub fn debug_lines(&self) -> Vec<Line> {
        // SAFETY: with a capacity of 0 nothing is written.
        let count = unsafe { sys::vrm_avatar_debug_lines(self.as_ptr(), ptr::null_mut(), 0) };
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        // SAFETY: there is room for `count` lines, and as many are written.
        unsafe {
            sys::vrm_avatar_debug_lines(self.as_ptr(), lines.as_mut_ptr(), count);
            lines.set_len(count);
        }
        lines
    }

    /// Writes local transforms of the frame into the scene graph of an engine: that of node
    /// `nodes[n]` to `to[n]`, or of node n if there are no `nodes`. Only nodes whose rotation one
    /// of `writers` may write change. `space` is the space of the engine; `None`: glTF's.
    pub fn scatter(
        &self,
        to: &mut [Trs],
        nodes: Option<&[i32]>,
        space: Option<&Space>,
        writers: Writers,
    ) {
        let array = self.node_array(to.as_mut_ptr(), to.len(), nodes, space);
        // SAFETY: the array has the transforms that it counts.
        unsafe { sys::vrm_avatar_scatter(self.as_ptr(), &array, writers) };
    }

    /// Reads transforms of an engine's scene graph into the pose, in the same form.
    pub fn gather(&mut self, from: &[Trs], nodes: Option<&[i32]>, space: Option<&Space>) {
        let array = self.node_array(from.as_ptr().cast_mut(), from.len(), nodes, space);
        // SAFETY: the array has the transforms that it counts, and they are only read.
        unsafe { sys::vrm_avatar_gather(self.as_ptr(), &array) };
    }

    fn node_array(
        &self,
        data: *mut Trs,
        length: usize,
        nodes: Option<&[i32]>,
        space: Option<&Space>,
    ) -> sys::vrm_node_array {
        let most = nodes.map_or(self.frame().raw.node_count as usize, <[i32]>::len);
        sys::vrm_node_array {
            count: u32::try_from(length.min(most)).unwrap_or(u32::MAX),
            translation: data.cast(),
            rotation: data.wrapping_byte_add(core::mem::offset_of!(Trs, rotation)).cast(),
            scale: data.wrapping_byte_add(core::mem::offset_of!(Trs, scale)).cast(),
            stride: size_of::<Trs>(),
            nodes: nodes.map_or(ptr::null(), <[i32]>::as_ptr),
            space: space.map_or(ptr::null(), ptr::from_ref),
            ..sys::vrm_node_array::default()
        }
    }
}

impl core::fmt::Debug for AvatarRef {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_tuple("AvatarRef").field(&self.as_ptr()).finish()
    }
}

impl<'a> Frame<'a> {
    /// The morph weights of a node; none for an index out of range.
    pub fn morph_weights_of(&self, node: usize) -> &'a [f32] {
        match self.morph_offsets().get(node..).and_then(|offsets| offsets.get(..2)) {
            Some(&[begin, end]) => &self.morph_weights()[begin as usize..end as usize],
            _ => &[],
        }
    }
}
