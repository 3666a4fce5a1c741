//! Editing files: everything that is not edited is preserved byte for byte.

use super::Written;
use crate::view::{self, CText};
use crate::{
    BindKind, Code, ColorBindType, Error, LoadFlags, LoadOptions, SpringCollider, SpringField,
    Vec2, Vec3,
};
use alloc::string::String;
use core::marker::PhantomData;
use core::ptr::{self, NonNull};
use libvrm_sys as sys;

/// A file that is being edited. `'a` is the lifetime of its bytes.
///
/// ```no_run
/// # fn main() -> Result<(), libvrm::Error> {
/// # let bytes = [];
/// let mut edit = libvrm::Edit::new(&bytes)?;
/// edit.set("/extensions/VRMC_vrm/meta/name", "\"Ame\"")?;
/// edit.rename_expression("smile", "happy")?;
/// let file = edit.write()?;
/// println!("{} bytes", file.bytes().len());
/// # Ok(())
/// # }
/// ```
///
/// A refused operation changes nothing, and its error has the reason.
pub struct Edit<'a> {
    raw: NonNull<sys::vrm_edit>,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: an edit is used by one thread at a time, and it may be any (vrm/author/edit.h).
unsafe impl Send for Edit<'_> {}

impl Drop for Edit<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing else owns the edit.
        unsafe { sys::vrm_edit_destroy(self.raw.as_ptr()) };
    }
}

impl core::fmt::Debug for Edit<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Edit").finish_non_exhaustive()
    }
}

/// Joints of a spring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joints {
    /// All joints.
    All,
    /// One joint.
    One(usize),
}

impl Joints {
    fn raw(self) -> i32 {
        match self {
            Self::All => sys::VRM_ALL,
            Self::One(joint) => view::index(joint),
        }
    }
}

fn text(text: &str) -> Result<CText, Error> {
    CText::new(text).ok_or_else(Error::invalid)
}

impl<'a> Edit<'a> {
    /// Opens a file to edit: GLB (.vrm, .glb, .vrma) or plain .gltf.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::with_options(bytes, &LoadOptions::default())
    }

    /// The same with settings of the load.
    pub fn with_options(bytes: &'a [u8], options: &LoadOptions<'_>) -> Result<Self, Error> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        let (raw, _) = Error::created(|edit, report| {
            // SAFETY: the bytes outlive the edit, whose lifetime is theirs.
            options.with_desc(LoadFlags(0), |desc| unsafe {
                sys::vrm_edit_create(data, size, desc, edit, report)
            })
        })?;
        Ok(Self { raw, bytes: PhantomData })
    }

    /// Calls an operation; its error has the reason of a refusal.
    fn run(&mut self, call: impl FnOnce(*mut sys::vrm_edit) -> Code) -> Result<(), Error> {
        let code = call(self.raw.as_ptr());
        if code == Code::OK {
            return Ok(());
        }
        // SAFETY: the edit is alive, and the sentence is never NULL.
        let problem = unsafe { view::c_text(sys::vrm_edit_problem(self.raw.as_ptr())) };
        if problem.is_empty() {
            return Err(Error::new(code));
        }
        Err(Error::with_problem(code, String::from(problem)))
    }

    /// The JSON of a value, as it would be written now; `None` if there is no such value.
    pub fn get(&mut self, pointer: &str) -> Option<&str> {
        let (pointer, mut length) = (CText::new(pointer)?, 0);
        // SAFETY: the edit is alive.
        let json = unsafe { sys::vrm_edit_get(self.raw.as_ptr(), pointer.as_ptr(), &mut length) };
        if json.is_null() {
            return None;
        }
        // SAFETY: the text belongs to the edit until the next operation, which needs `&mut self`.
        core::str::from_utf8(unsafe { view::slice(json.cast(), length) }).ok()
    }

    /// Sets a value. Only the last step of the pointer may be new; "-" adds to an array.
    pub fn set(&mut self, pointer: &str, json: &str) -> Result<(), Error> {
        let (pointer, json) = (text(pointer)?, text(json)?);
        // SAFETY: both texts are valid during the call.
        self.run(|edit| unsafe { sys::vrm_edit_set(edit, pointer.as_ptr(), json.as_ptr()) })
    }

    /// Removes a value. References to elements are not rewritten.
    pub fn remove(&mut self, pointer: &str) -> Result<(), Error> {
        let pointer = text(pointer)?;
        // SAFETY: the text is valid during the call.
        self.run(|edit| unsafe { sys::vrm_edit_remove(edit, pointer.as_ptr()) })
    }

    /// Sets the thumbnail, a PNG or JPEG file, or removes it.
    pub fn set_thumbnail(&mut self, image: Option<&[u8]>) -> Result<(), Error> {
        let (data, size) = image.map_or((ptr::null(), 0), |image| (image.as_ptr(), image.len()));
        // SAFETY: the image has its size, and is copied.
        self.run(|edit| unsafe { sys::vrm_edit_set_thumbnail(edit, data.cast(), size) })
    }

    /// Replaces the bytes of an image, and embeds them.
    pub fn set_image(&mut self, image: usize, bytes: &[u8]) -> Result<(), Error> {
        let (image, data) = (view::index(image), bytes.as_ptr().cast());
        // SAFETY: the image has its size, and is copied.
        self.run(|edit| unsafe { sys::vrm_edit_set_image(edit, image, data, bytes.len()) })
    }

    /// Embeds buffers and images from data URIs and external files. Call it before all others.
    pub fn embed(&mut self) -> Result<(), Error> {
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_embed(edit) })
    }

    /// Renames an expression. The name of a preset makes it that preset.
    pub fn rename_expression(&mut self, from: &str, to: &str) -> Result<(), Error> {
        let (from, to) = (text(from)?, text(to)?);
        // SAFETY: both texts are valid during the call.
        self.run(|edit| unsafe {
            sys::vrm_edit_rename_expression(edit, from.as_ptr(), to.as_ptr())
        })
    }

    /// Binds a morph target of a node's mesh to an expression.
    pub fn bind_morph(
        &mut self,
        expression: &str,
        node: usize,
        morph: usize,
        weight: f32,
    ) -> Result<(), Error> {
        let (name, node, morph) = (text(expression)?, view::index(node), view::index(morph));
        // SAFETY: the text is valid during the call.
        self.run(|edit| unsafe {
            sys::vrm_edit_bind_morph(edit, name.as_ptr(), node, morph, weight)
        })
    }

    /// Binds a color of a material, linear, to an expression.
    pub fn bind_color(
        &mut self,
        expression: &str,
        material: usize,
        kind: ColorBindType,
        color: [f32; 4],
    ) -> Result<(), Error> {
        let (name, material) = (text(expression)?, view::index(material));
        // SAFETY: the text is valid during the call.
        self.run(|edit| unsafe {
            sys::vrm_edit_bind_color(edit, name.as_ptr(), material, kind, color.as_ptr())
        })
    }

    /// Binds the texture transform of a material to an expression.
    pub fn bind_uv(
        &mut self,
        expression: &str,
        material: usize,
        scale: Vec2,
        offset: Vec2,
    ) -> Result<(), Error> {
        let (name, material) = (text(expression)?, view::index(material));
        // SAFETY: the text is valid during the call.
        self.run(|edit| unsafe {
            sys::vrm_edit_bind_uv(edit, name.as_ptr(), material, &scale, &offset)
        })
    }

    /// Removes a bind of an expression; without an index, all of its kind.
    pub fn unbind(
        &mut self,
        expression: &str,
        kind: BindKind,
        index: Option<usize>,
    ) -> Result<(), Error> {
        let (name, index) = (text(expression)?, view::index_or(index, sys::VRM_ALL));
        // SAFETY: the text is valid during the call.
        self.run(|edit| unsafe { sys::vrm_edit_unbind(edit, name.as_ptr(), kind, index) })
    }

    /// Sets a number of a spring's joints.
    pub fn set_spring(
        &mut self,
        spring: usize,
        joints: Joints,
        field: SpringField,
        value: f32,
    ) -> Result<(), Error> {
        let (spring, joint) = (view::index(spring), joints.raw());
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_set_spring(edit, spring, joint, field, value) })
    }

    /// Sets the direction of gravity of a spring's joints.
    pub fn set_gravity_dir(
        &mut self,
        spring: usize,
        joints: Joints,
        direction: Vec3,
    ) -> Result<(), Error> {
        let (spring, joint) = (view::index(spring), joints.raw());
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_set_gravity_dir(edit, spring, joint, &direction) })
    }

    /// Adds a collider to a group, or to none. Returns its index.
    pub fn add_collider(
        &mut self,
        collider: &SpringCollider,
        group: Option<usize>,
    ) -> Result<usize, Error> {
        let (group, mut index) = (view::index_or(group, sys::VRM_NONE), 0);
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_add_collider(edit, collider, group, &mut index) })?;
        usize::try_from(index).map_err(|_| Error::invalid())
    }

    /// Changes the node and the shape of a collider.
    pub fn set_collider(&mut self, index: usize, collider: &SpringCollider) -> Result<(), Error> {
        let index = view::index(index);
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_set_collider(edit, index, collider) })
    }

    /// Removes a collider, also from groups.
    pub fn remove_collider(&mut self, index: usize) -> Result<(), Error> {
        let index = view::index(index);
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_remove_collider(edit, index) })
    }

    /// Removes nodes, all nodes below them, and what refers to them.
    pub fn remove_nodes(&mut self, nodes: &[i32]) -> Result<(), Error> {
        let (data, count) = (nodes.as_ptr(), view::count(nodes));
        // SAFETY: the slice has its count.
        self.run(|edit| unsafe { sys::vrm_edit_remove_nodes(edit, data, count) })
    }

    /// Merges a node into its parent. Nothing moves in the world.
    pub fn merge_node(&mut self, node: usize) -> Result<(), Error> {
        let node = view::index(node);
        // SAFETY: the edit is alive.
        self.run(|edit| unsafe { sys::vrm_edit_merge_node(edit, node) })
    }

    /// Keeps extensionsUsed and extensionsRequired as operations set them.
    pub fn keep_extensions_used(&mut self) {
        // SAFETY: the edit is alive.
        unsafe { sys::vrm_edit_keep_extensions_used(self.raw.as_ptr()) };
    }

    /// Writes the edited file. The edit can go on, and write it again.
    pub fn write(&mut self) -> Result<Written, Error> {
        // SAFETY: the edit is alive, and all pointers are valid for the call.
        let result = Written::created(|file, report| unsafe {
            sys::vrm_edit_write(self.raw.as_ptr(), file, report)
        });
        result.map(|(file, _)| file)
    }
}
