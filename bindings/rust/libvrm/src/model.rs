//! Models: loading them, and reading their tables and their payload.

use crate::view::{self, View};
use crate::{
    AttributeSemantic, Code, Error, Gltf, LoadFlags, LoadOptions, Mat4, Primitive, Report, Tables,
};
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::{self, NonNull};
use libvrm_sys as sys;

/// An avatar as its file describes it: immutable, and shared by any number of avatars and threads.
///
/// `'a` is the lifetime of the file's bytes. [`Model::load`] borrows them, because the payload
/// (meshes, images) is not copied. [`Model::load_copy`] and [`Model::load_file`] borrow nothing.
pub struct Model<'a> {
    raw: NonNull<sys::vrm_model>,
    report: Report,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: a model is immutable, and any number of threads may read it (vrm/model.h). The one
// function that changes it, `without_payload`, takes it by value.
unsafe impl Send for Model<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Model<'_> {}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        // SAFETY: this reference to the model is released once. Avatars hold their own.
        unsafe { sys::vrm_model_release(self.as_ptr()) };
    }
}

impl core::fmt::Debug for Model<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Model").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// What [`LoadOptions::peek`] finds at the beginning of a file.
#[derive(Debug)]
pub enum Peek {
    /// The model, without its payload, and where the thumbnail's image file is in the file.
    Model(Model<'static>, Option<Range<u64>>),
    /// Try again with this number of bytes.
    Incomplete(u64),
}

impl<'o> LoadOptions<'o> {
    /// Loads a model from a GLB file (.vrm, .glb) or a plain .gltf file in memory.
    pub fn load<'a>(&self, bytes: &'a [u8]) -> Result<Model<'a>, Error> {
        self.load_with(LoadFlags(0), |desc, out, report| {
            // SAFETY: the bytes outlive the model, whose lifetime is theirs.
            unsafe { sys::vrm_model_load(bytes.as_ptr().cast(), bytes.len(), desc, out, report) }
        })
    }

    /// The same, and copies the payload, so that the model borrows nothing.
    pub fn load_copy(&self, bytes: &[u8]) -> Result<Model<'static>, Error> {
        self.load_with(LoadFlags::COPY_PAYLOAD, |desc, out, report| {
            // SAFETY: the payload is copied, so the bytes are needed during the call alone.
            unsafe { sys::vrm_model_load(bytes.as_ptr().cast(), bytes.len(), desc, out, report) }
        })
    }

    /// Reads a file and loads it. The model owns the bytes.
    #[cfg(feature = "std")]
    pub fn load_file(&self, path: impl AsRef<std::path::Path>) -> Result<Model<'static>, Error> {
        let path = crate::files::c_path(path.as_ref())?;
        self.load_with(LoadFlags(0), |desc, out, report| {
            // SAFETY: the path is valid during the call.
            unsafe { sys::vrm_model_load_file(path.as_ptr(), desc, out, report) }
        })
    }

    fn load_with<'a>(
        &self,
        flags: LoadFlags,
        call: impl FnOnce(
            &sys::vrm_load_desc,
            &mut *mut sys::vrm_model,
            &mut *mut sys::vrm_report,
        ) -> Code,
    ) -> Result<Model<'a>, Error> {
        let (raw, report) = Error::created(|model, report| {
            self.with_desc(flags, |desc| call(desc, model, report))
        })?;
        Ok(Model { raw, report, bytes: PhantomData })
    }

    /// Loads a model without its payload from the first bytes of a file: for a catalog of avatars,
    /// which needs only their JSON and their thumbnails.
    pub fn peek(&self, bytes: &[u8]) -> Result<Peek, Error> {
        let mut found = sys::vrm_peek::default();
        let loaded = self.load_with(LoadFlags(0), |desc, out, report| {
            let (data, size) = (bytes.as_ptr().cast(), bytes.len());
            // SAFETY: the bytes are not kept.
            unsafe { sys::vrm_model_peek(data, size, desc, &mut found, out, report) }
        });
        match loaded {
            Ok(model) => {
                let end = found.thumbnail_offset + found.thumbnail_bytes;
                let range = found.thumbnail_offset..end;
                Ok(Peek::Model(model, (!range.is_empty()).then_some(range)))
            }
            Err(error) if error.code() == Code::ERROR_INCOMPLETE => {
                Ok(Peek::Incomplete(found.needed_bytes))
            }
            Err(error) => Err(error),
        }
    }
}

impl<'a> Model<'a> {
    /// Loads a GLB file (.vrm, .glb) or a plain .gltf file with the default settings.
    pub fn load(bytes: &'a [u8]) -> Result<Self, Error> {
        LoadOptions::default().load(bytes)
    }

    /// What the load reported: problems that it repaired, and notes.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The model for functions of C.
    #[inline]
    pub fn as_ptr(&self) -> *mut sys::vrm_model {
        self.raw.as_ptr()
    }

    /// The contents of the file: its nodes, meshes, skins and so on.
    pub fn gltf(&self) -> Gltf<'_> {
        // SAFETY: a model always has tables, which it owns.
        unsafe { Gltf::new(&*sys::vrm_model_gltf(self.as_ptr())) }
    }

    /// The meaning of the file: license, bones, expressions, springs and materials, in one form
    /// for all VRM versions.
    pub fn tables(&self) -> Tables<'_> {
        // SAFETY: a model always has tables, which it owns.
        unsafe { Tables::new(&*sys::vrm_model_tables(self.as_ptr())) }
    }

    /// The avatar's name; "" if it has none.
    pub fn name(&self) -> &str {
        // SAFETY: the result is never NULL, and the model owns it.
        unsafe { view::c_text(sys::vrm_model_name(self.as_ptr())) }
    }

    /// Frees the payload. Then the model borrows nothing, and functions that read meshes and
    /// images fail with [`Code::ERROR_NO_PAYLOAD`]. Running avatars never need the payload.
    pub fn without_payload(self) -> Model<'static> {
        // SAFETY: no one else has this model by reference, so no thread reads its payload.
        unsafe { sys::vrm_model_drop_payload(self.as_ptr()) };
        let model = core::mem::ManuallyDrop::new(self);
        // SAFETY: the report moves to the new model; the old one is not dropped.
        let report = unsafe { ptr::read(&model.report) };
        Model { raw: model.raw, report, bytes: PhantomData }
    }

    fn primitive(&self, mesh: usize, primitive: usize) -> Result<Primitive<'_>, Error> {
        let mesh = self.gltf().meshes().get(mesh).ok_or_else(Error::invalid)?;
        mesh.primitives().get(primitive).ok_or_else(Error::invalid)
    }

    /// Reads any accessor as floats.
    pub fn read_floats(&self, accessor: usize) -> Result<Vec<f32>, Error> {
        self.gltf().accessors().get(accessor).ok_or_else(Error::invalid)?;
        let mut out = vec![0.0; self.accessor_floats(accessor)];
        let (data, size) = (out.as_mut_ptr(), out.len());
        // SAFETY: `out` has `size` floats.
        Error::check(unsafe {
            sys::vrm_model_read_floats(self.as_ptr(), view::index(accessor), data, size)
        })?;
        Ok(out)
    }

    /// Reads the triangles of a primitive: three vertex indices each.
    pub fn read_triangles(&self, mesh: usize, primitive: usize) -> Result<Vec<u32>, Error> {
        let most = self.primitive(mesh, primitive)?.triangle_count() as usize * 3;
        let (mesh, primitive) = (view::index(mesh), view::index(primitive));
        read_indices(most, |out, capacity, count| {
            // SAFETY: `out` has `capacity` indices.
            unsafe {
                sys::vrm_model_read_triangles(self.as_ptr(), mesh, primitive, out, capacity, count)
            }
        })
    }

    /// Reads the triangles of a node's primitive that the first-person camera draws.
    pub fn read_first_person_triangles(
        &self,
        node: usize,
        primitive: usize,
    ) -> Result<Vec<u32>, Error> {
        let mesh = self.gltf().nodes().get(node).and_then(|node| node.mesh());
        let mesh = mesh.ok_or_else(Error::invalid)?;
        let most = self.primitive(mesh, primitive)?.triangle_count() as usize * 3;
        let (node, primitive) = (view::index(node), view::index(primitive));
        read_indices(most, |out, capacity, count| {
            let model = self.as_ptr();
            // SAFETY: `out` has `capacity` indices.
            unsafe {
                sys::vrm_model_read_first_person_triangles(
                    model, node, primitive, out, capacity, count,
                )
            }
        })
    }

    /// Reads a vertex attribute with `N` floats for each vertex, 2 to 4. `set` is the n of
    /// TEXCOORD_n, COLOR_n or WEIGHTS_n; else 0. For joints use [`Model::read_joints`].
    pub fn read_vertices<const N: usize>(
        &self,
        mesh: usize,
        primitive: usize,
        semantic: AttributeSemantic,
        set: usize,
    ) -> Result<Vec<[f32; N]>, Error> {
        let mut out = vec![[0.0; N]; self.primitive(mesh, primitive)?.vertex_count() as usize];
        // SAFETY: `out` has N floats for each vertex.
        Error::check(unsafe {
            sys::vrm_model_read_vertices(
                self.as_ptr(),
                view::index(mesh),
                view::index(primitive),
                semantic,
                view::index(set),
                view::index(N),
                out.as_mut_ptr().cast(),
                out.len() * N,
            )
        })?;
        Ok(out)
    }

    /// Reads JOINTS_n: four indices into the joints of a skin for each vertex.
    pub fn read_joints(
        &self,
        mesh: usize,
        primitive: usize,
        set: usize,
        skin: usize,
    ) -> Result<Vec<[u16; 4]>, Error> {
        let mut out = vec![[0; 4]; self.primitive(mesh, primitive)?.vertex_count() as usize];
        // SAFETY: `out` has four indices for each vertex.
        Error::check(unsafe {
            sys::vrm_model_read_joints(
                self.as_ptr(),
                view::index(mesh),
                view::index(primitive),
                view::index(set),
                view::index(skin),
                out.as_mut_ptr().cast(),
                out.len() * 4,
                ptr::null_mut(),
            )
        })?;
        Ok(out)
    }

    /// Reads the differences of a morph target: of [`AttributeSemantic::POSITION`] or
    /// [`AttributeSemantic::NORMAL`].
    pub fn read_morph_target(
        &self,
        mesh: usize,
        primitive: usize,
        target: usize,
        semantic: AttributeSemantic,
    ) -> Result<Vec<[f32; 3]>, Error> {
        let mut out = vec![[0.0; 3]; self.primitive(mesh, primitive)?.vertex_count() as usize];
        // SAFETY: `out` has three floats for each vertex.
        Error::check(unsafe {
            sys::vrm_model_read_morph_target(
                self.as_ptr(),
                view::index(mesh),
                view::index(primitive),
                view::index(target),
                semantic,
                out.as_mut_ptr().cast(),
                out.len() * 3,
            )
        })?;
        Ok(out)
    }

    /// Reads the inverse bind matrices of a skin, one for each joint.
    pub fn read_inverse_binds(&self, skin: usize) -> Result<Vec<Mat4>, Error> {
        let joints = self.gltf().skins().get(skin).ok_or_else(Error::invalid)?.joints().len();
        let mut out = vec![Mat4::default(); joints];
        let (data, size) = (out.as_mut_ptr(), out.len());
        // SAFETY: `out` has `size` matrices.
        Error::check(unsafe {
            sys::vrm_model_read_inverse_binds(self.as_ptr(), view::index(skin), data, size)
        })?;
        Ok(out)
    }

    /// The bytes of an image file (PNG, JPEG and so on), not decoded.
    pub fn image_bytes(&self, image: usize) -> Result<&[u8], Error> {
        let (mut bytes, mut size) = (ptr::null(), 0);
        // SAFETY: both receive a value.
        Error::check(unsafe {
            let image = view::index(image);
            sys::vrm_model_get_image_bytes(self.as_ptr(), image, &mut bytes, &mut size)
        })?;
        // SAFETY: the model owns the bytes until its payload is dropped, which takes it by value.
        Ok(unsafe { view::slice(bytes, size) })
    }
}

impl Model<'static> {
    /// Loads a file in memory and copies its payload, so that the model borrows nothing.
    pub fn load_copy(bytes: &[u8]) -> Result<Self, Error> {
        LoadOptions::default().load_copy(bytes)
    }

    /// Reads a file and loads it. The model owns the bytes.
    #[cfg(feature = "std")]
    pub fn load_file(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        LoadOptions::default().load_file(path)
    }
}

/// Reads at most `most` indices with a function that tells how many it has written.
fn read_indices(
    most: usize,
    read: impl FnOnce(*mut u32, usize, &mut usize) -> Code,
) -> Result<Vec<u32>, Error> {
    let (mut out, mut count) = (vec![0; most], 0);
    Error::check(read(out.as_mut_ptr(), out.len(), &mut count))?;
    out.truncate(count);
    Ok(out)
}
