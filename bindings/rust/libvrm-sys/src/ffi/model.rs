//! vrm/model.h. Load a file, read its tables, look things up, read its payload.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// Bits of the flags of a load: VRM_LOAD_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_load_flags(pub u32);

impl vrm_load_flags {
    /// Fail on anything that would otherwise be repaired.
    pub const STRICT: Self = Self(1);
    /// Copy the payload: the caller may free the bytes once the load returns.
    pub const COPY_PAYLOAD: Self = Self(4);
    /// Accept any glTF file, also one without an avatar.
    pub const ANY_GLTF: Self = Self(8);
}

impl vrm_load_flags {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_load_flags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_load_flags {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Bits of the stages that may write the rotation of a node: VRM_WRITER_ constants.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_writers(pub i32);

impl vrm_writers {
    /// `VRM_WRITER_LOOK_AT`.
    pub const LOOK_AT: Self = Self(1);
    /// `VRM_WRITER_CONSTRAINT`.
    pub const CONSTRAINT: Self = Self(2);
    /// `VRM_WRITER_SPRING`.
    pub const SPRING: Self = Self(4);
    /// In a mask: nodes that no stage writes.
    pub const APPLICATION: Self = Self(8);
    /// A mask of all nodes.
    pub const ALL: Self = Self(15);
}

impl vrm_writers {
    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl core::ops::BitOr for vrm_writers {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::BitOrAssign for vrm_writers {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// An avatar as its file describes it.
#[repr(C)]
pub struct vrm_model {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// Resource limits of a load (ER-018).
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_limits {
    /// Set by vrm_limits_init.
    pub struct_size: u32,
    /// Default: 4 million.
    pub max_json_values: u32,
    /// Default: 2 GiB.
    pub max_file_bytes: u64,
    /// Default: 256 MiB.
    pub max_json_bytes: u64,
    /// At once, not counting file and report.
    pub max_memory_bytes: u64,
    /// Of all external files together.
    pub max_external_bytes: u64,
    /// Over the whole load.
    pub max_allocations: u64,
    /// Clamped to 20 to 1,024 (ER-005).
    pub max_json_depth: u32,
    /// Default: 1 million.
    pub max_nodes: u32,
    /// Of any other glTF table.
    pub max_elements: u32,
    /// Held in the report; more are counted.
    pub max_diagnostics: u32,
    /// Default: 4,096.
    pub max_expressions: u32,
    /// Of all expressions together.
    pub max_binds: u32,
    /// Of all springs together.
    pub max_joints: u32,
    /// Default: 1 million.
    pub max_colliders: u32,
    /// How many times an update may compare a joint with a collider: the sum over all joints of the colliders of their spring.
    pub max_collider_tests: u32,
    /// Each node has its own weights for all morph targets of its mesh.
    pub max_morph_weights: u32,
    /// Default: 16,384.
    pub max_materials: u32,
    /// Always 0.
    pub reserved: u32,
    /// Of all compressed buffer views together, decoded.
    pub max_decoded_bytes: u64,
}

/// Finds the bytes of an external buffer or image.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_resolver {
    /// Called at most once for each distinct URI of a load.
    pub resolve: Option<unsafe extern "C" fn(uri: *const c_char, max_bytes: u64, out_bytes: *mut *const c_void, out_size: *mut usize, user: *mut c_void) -> vrm_result>,
    /// Called with the same pointer when the model no longer needs the bytes; may be NULL.
    pub release: Option<unsafe extern "C" fn(bytes: *const c_void, size: usize, user: *mut c_void)>,
    /// Passed to both functions.
    pub user: *mut c_void,
}

/// Settings of a load.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_load_desc {
    /// Set by vrm_load_desc_init.
    pub struct_size: u32,
    /// VRM_LOAD_ bits.
    pub flags: vrm_load_flags,
    /// Copied.
    pub allocator: *const vrm_allocator,
    /// Copied.
    pub resolver: *const vrm_resolver,
    /// Copied.
    pub limits: *const vrm_limits,
    /// Called often during the call; anything but 0 stops it.
    pub cancel: Option<unsafe extern "C" fn(user: *mut c_void) -> i32>,
    /// Passed to `cancel`.
    pub cancel_user: *mut c_void,
    /// Kept for vrm_model_user; the library does not use it.
    pub user: *mut c_void,
    /// Reports wrong use of a loaded object and of all objects made from it: avatars, crowds and poses of a model, mixers that play a clip, and an edit.
    pub misuse: Option<vrm_misuse_fn>,
    /// Passed to `misuse`.
    pub misuse_user: *mut c_void,
    /// Copied, for the call only.
    pub meshopt: *const vrm_meshopt_decoder,
}

/// What vrm_model_peek finds at the beginning of a file.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_peek {
    /// Set by vrm_peek_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// With VRM_ERROR_INCOMPLETE: call again with this many bytes.
    pub needed_bytes: u64,
    /// Offset of the thumbnail's image file in the file.
    pub thumbnail_offset: u64,
    /// Its size; 0 if there is none within the file.
    pub thumbnail_bytes: u64,
}

unsafe extern "C" {
    /// Loads a GLB file (.vrm, .glb) or a plain .gltf file from memory.
    pub fn vrm_model_load(bytes: *const c_void, size: usize, desc: *const vrm_load_desc, out_model: *mut *mut vrm_model, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Adds a reference to a model.
    pub fn vrm_model_retain(model: *mut vrm_model) -> *mut vrm_model;
    /// Releases a reference to a model.
    pub fn vrm_model_release(model: *mut vrm_model);
    /// Loads a model without its payload from the first bytes of a file.
    pub fn vrm_model_peek(bytes: *const c_void, size: usize, desc: *const vrm_load_desc, peek: *mut vrm_peek, out_model: *mut *mut vrm_model, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Drops the payload (meshes, images, keyframes).
    pub fn vrm_model_drop_payload(model: *mut vrm_model);
    /// Fills in the default limits.
    pub fn vrm_limits_init_sized(limits: *mut vrm_limits, struct_size: usize);
    /// Fills in the default settings of a load.
    pub fn vrm_load_desc_init_sized(desc: *mut vrm_load_desc, struct_size: usize);
    /// Prepares a vrm_peek.
    pub fn vrm_peek_init_sized(peek: *mut vrm_peek, struct_size: usize);
    /// Returns the glTF tables: the contents of the file.
    pub fn vrm_model_gltf(model: *const vrm_model) -> *const vrm_gltf;
    /// Returns the VRM tables: the meaning of the file, in one form for all VRM versions.
    pub fn vrm_model_tables(model: *const vrm_model) -> *const vrm_tables;
    /// Returns a material as it is drawn: an element of `materials` of the tables.
    pub fn vrm_model_material(model: *const vrm_model, index: i32) -> *const vrm_material;
    /// Returns the MToon values of a material: an element of `mtoons` of the tables.
    pub fn vrm_model_mtoon(model: *const vrm_model, index: i32) -> *const vrm_mtoon;
    /// Returns the avatar's name.
    pub fn vrm_model_name(model: *const vrm_model) -> *const c_char;
    /// Returns the user pointer of the load desc.
    pub fn vrm_model_user(model: *const vrm_model) -> *mut c_void;
    /// Returns how much memory a model uses, without a borrowed payload.
    pub fn vrm_model_memory_size(model: *const vrm_model) -> usize;
    /// Finds an expression by name.
    pub fn vrm_model_find_expression(model: *const vrm_model, name: *const c_char) -> i32;
    /// Finds the expression of a preset.
    pub fn vrm_model_find_preset(model: *const vrm_model, preset: vrm_preset) -> i32;
    /// Finds a node by name.
    pub fn vrm_model_find_node(model: *const vrm_model, name: *const c_char) -> i32;
    /// Finds a spring by name.
    pub fn vrm_model_find_spring(model: *const vrm_model, name: *const c_char) -> i32;
    /// Finds a material by name.
    pub fn vrm_model_find_material(model: *const vrm_model, name: *const c_char) -> i32;
    /// Returns the node of a humanoid bone.
    pub fn vrm_model_bone_node(model: *const vrm_model, bone: vrm_bone) -> i32;
    /// Returns the humanoid bone of a node.
    pub fn vrm_model_bone_of_node(model: *const vrm_model, node: i32) -> vrm_bone;
    /// Returns the nearest humanoid bone above a bone that the avatar has (HU-017).
    pub fn vrm_model_bone_parent(model: *const vrm_model, bone: vrm_bone) -> vrm_bone;
    /// Returns the rest position of a bone, in meters, in the space of the model turned to face +Z.
    pub fn vrm_model_get_bone_rest_position(model: *const vrm_model, bone: vrm_bone, out: *mut vrm_vec3);
    /// Returns the axes of a bone at rest (HU-016), in the space of the model: x along the bone, y the fixed axis of the specification's table, z across.
    pub fn vrm_model_get_bone_axes(model: *const vrm_model, bone: vrm_bone, out_axes: *mut vrm_vec3) -> i32;
    /// Returns which stages of an update may write the rotation of a node.
    pub fn vrm_model_node_writers(model: *const vrm_model, node: i32) -> vrm_writers;
    /// Returns what the first-person camera draws of a node with a mesh; `auto` is resolved by FP-005 to FP-009.
    pub fn vrm_model_first_person(model: *const vrm_model, node: i32) -> vrm_first_person_type;
    /// Returns how many floats an accessor holds: its count times its components.
    pub fn vrm_model_accessor_floats(model: *const vrm_model, accessor: i32) -> usize;
    /// Returns how many numbers of an accessor are not finite in the file: NaN or infinite.
    pub fn vrm_model_accessor_not_finite(model: *const vrm_model, accessor: i32) -> usize;
    /// Reads any accessor as floats: integers are converted, normalized ones are scaled to 0…1 or -1…1, sparse replacements are applied, and matrices are read column by column without padding.
    pub fn vrm_model_read_floats(model: *const vrm_model, accessor: i32, out: *mut f32, capacity: usize) -> vrm_result;
    /// Reads the triangles of a primitive: three vertex indices each, for all modes.
    pub fn vrm_model_read_triangles(model: *const vrm_model, mesh: i32, primitive: i32, out: *mut u32, capacity: usize, out_count: *mut usize) -> vrm_result;
    /// Reads the triangles of a primitive that the first-person camera draws, in the order of the file.
    pub fn vrm_model_read_first_person_triangles(model: *const vrm_model, node: i32, primitive: i32, out: *mut u32, capacity: usize, out_count: *mut usize) -> vrm_result;
    /// Reads a vertex attribute as floats.
    pub fn vrm_model_read_vertices(model: *const vrm_model, mesh: i32, primitive: i32, semantic: vrm_attribute_semantic, set: i32, components: i32, out: *mut f32, capacity: usize) -> vrm_result;
    /// Reads JOINTS_n: four indices into the joints of a skin for each vertex.
    pub fn vrm_model_read_joints(model: *const vrm_model, mesh: i32, primitive: i32, set: i32, skin: i32, out: *mut u16, capacity: usize, out_invalid: *mut usize) -> vrm_result;
    /// Reads the differences of a morph target: three floats for each vertex, zeros if the target has none.
    pub fn vrm_model_read_morph_target(model: *const vrm_model, mesh: i32, primitive: i32, target: i32, semantic: vrm_attribute_semantic, out: *mut f32, capacity: usize) -> vrm_result;
    /// Reads the inverse bind matrices of a skin, one for each joint; the identity if the file has none.
    pub fn vrm_model_read_inverse_binds(model: *const vrm_model, skin: i32, out: *mut vrm_mat4, capacity: usize) -> vrm_result;
    /// Returns the bytes of an image file (PNG, JPEG and so on), not decoded.
    pub fn vrm_model_get_image_bytes(model: *const vrm_model, image: i32, out_bytes: *mut *const u8, out_size: *mut usize) -> vrm_result;
    /// Reads the format and the size of an image from its first bytes.
    pub fn vrm_model_get_image_header(model: *const vrm_model, image: i32, out: *mut vrm_image_header) -> vrm_result;
}

impl Default for vrm_limits {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_limits_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_load_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_load_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

impl Default for vrm_peek {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_peek_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_limits>() == 104);
    assert!(offset_of!(vrm_limits, struct_size) == 0);
    assert!(offset_of!(vrm_limits, max_json_values) == 4);
    assert!(offset_of!(vrm_limits, max_file_bytes) == 8);
    assert!(offset_of!(vrm_limits, max_json_bytes) == 16);
    assert!(offset_of!(vrm_limits, max_memory_bytes) == 24);
    assert!(offset_of!(vrm_limits, max_external_bytes) == 32);
    assert!(offset_of!(vrm_limits, max_allocations) == 40);
    assert!(offset_of!(vrm_limits, max_json_depth) == 48);
    assert!(offset_of!(vrm_limits, max_nodes) == 52);
    assert!(offset_of!(vrm_limits, max_elements) == 56);
    assert!(offset_of!(vrm_limits, max_diagnostics) == 60);
    assert!(offset_of!(vrm_limits, max_expressions) == 64);
    assert!(offset_of!(vrm_limits, max_binds) == 68);
    assert!(offset_of!(vrm_limits, max_joints) == 72);
    assert!(offset_of!(vrm_limits, max_colliders) == 76);
    assert!(offset_of!(vrm_limits, max_collider_tests) == 80);
    assert!(offset_of!(vrm_limits, max_morph_weights) == 84);
    assert!(offset_of!(vrm_limits, max_materials) == 88);
    assert!(offset_of!(vrm_limits, reserved) == 92);
    assert!(offset_of!(vrm_limits, max_decoded_bytes) == 96);
    assert!(size_of::<vrm_resolver>() == 24);
    assert!(offset_of!(vrm_resolver, resolve) == 0);
    assert!(offset_of!(vrm_resolver, release) == 8);
    assert!(offset_of!(vrm_resolver, user) == 16);
    assert!(size_of::<vrm_load_desc>() == 80);
    assert!(offset_of!(vrm_load_desc, struct_size) == 0);
    assert!(offset_of!(vrm_load_desc, flags) == 4);
    assert!(offset_of!(vrm_load_desc, allocator) == 8);
    assert!(offset_of!(vrm_load_desc, resolver) == 16);
    assert!(offset_of!(vrm_load_desc, limits) == 24);
    assert!(offset_of!(vrm_load_desc, cancel) == 32);
    assert!(offset_of!(vrm_load_desc, cancel_user) == 40);
    assert!(offset_of!(vrm_load_desc, user) == 48);
    assert!(offset_of!(vrm_load_desc, misuse) == 56);
    assert!(offset_of!(vrm_load_desc, misuse_user) == 64);
    assert!(offset_of!(vrm_load_desc, meshopt) == 72);
    assert!(size_of::<vrm_peek>() == 32);
    assert!(offset_of!(vrm_peek, struct_size) == 0);
    assert!(offset_of!(vrm_peek, reserved) == 4);
    assert!(offset_of!(vrm_peek, needed_bytes) == 8);
    assert!(offset_of!(vrm_peek, thumbnail_offset) == 16);
    assert!(offset_of!(vrm_peek, thumbnail_bytes) == 24);
};
