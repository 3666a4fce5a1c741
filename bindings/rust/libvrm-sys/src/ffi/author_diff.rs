//! vrm/author/diff.h. Compare two avatars by meaning: a list of differences, in the terms of VRM. @code vrm_diff *diff; if (vrm_diff_create(a, b, NULL, &diff, NULL) == VRM_OK) { const vrm_difference *found; uint32_t i; for (i = 0; (found = vrm_diff_get(diff, i)) != NULL; ++i) { printf("%s %s %s: %s -> %s\n", vrm_diff_kind_name(found->kind), found->name, found->field, found->from, found->to); } vrm_diff_destroy(diff); } @endcode White space, the order of keys, the spelling of numbers, defaults that are written out, and the layout of the payload are ignored.
//!
//! Written by tools/make/make-rust from api.json: do not edit.
//!
//! Experimental: may change in any minor release.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// A part of an avatar: a VRM_DIFF_PART_ constant.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_diff_part(pub i32);

impl vrm_diff_part {
    /// VRM version, exporter, copyright.
    pub const FILE: Self = Self(0);
    /// Author, license and permissions.
    pub const META: Self = Self(1);
    /// Humanoid bones and their rest positions.
    pub const BONES: Self = Self(2);
    /// Expressions with their binds.
    pub const EXPRESSIONS: Self = Self(3);
    /// lookAt.
    pub const LOOK_AT: Self = Self(4);
    /// First person.
    pub const FIRST_PERSON: Self = Self(5);
    /// Springs with their joints.
    pub const SPRINGS: Self = Self(6);
    /// Colliders and their groups.
    pub const COLLIDERS: Self = Self(7);
    /// Constraints of nodes.
    pub const CONSTRAINTS: Self = Self(8);
    /// Materials with MToon and their textures.
    pub const MATERIALS: Self = Self(9);
    /// Images by their bytes.
    pub const IMAGES: Self = Self(10);
    /// Vertices, triangles and morph targets.
    pub const MESHES: Self = Self(11);
    /// Joints and bind matrices.
    pub const SKINS: Self = Self(12);
    /// Nodes that are not bones of both, and the scene.
    pub const NODES: Self = Self(13);
    /// Animations with their keys.
    pub const ANIMATIONS: Self = Self(14);
    /// extensionsUsed and extensionsRequired.
    pub const EXTENSIONS: Self = Self(15);
    /// JSON that no table holds; needs the files.
    pub const OTHER: Self = Self(16);
    /// The number of parts.
    pub const COUNT: Self = Self(17);
    
    /// Returns the name of a part.
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_diff_part_name(self) })
    }
}

/// How something differs: a VRM_DIFF_ constant.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_diff_kind(pub i32);

impl vrm_diff_kind {
    /// Only the second model has it.
    pub const ADDED: Self = Self(0);
    /// Only the first model has it.
    pub const REMOVED: Self = Self(1);
    /// It has another name.
    pub const RENAMED: Self = Self(2);
    /// It has another value.
    pub const CHANGED: Self = Self(3);
    
    /// Returns the name of a kind of difference.
    pub fn name(self) -> &'static str {
        // SAFETY: any value is allowed; the result is a static string.
        crate::values::text_of(unsafe { vrm_diff_kind_name(self) })
    }
}

/// A table whose elements are matched: a VRM_DIFF_TABLE_ constant.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_diff_table(pub i32);

impl vrm_diff_table {
    /// Of vrm_gltf.
    pub const NODES: Self = Self(0);
    /// Of vrm_gltf.
    pub const MESHES: Self = Self(1);
    /// Of vrm_gltf and vrm_tables.
    pub const MATERIALS: Self = Self(2);
    /// Of vrm_gltf.
    pub const IMAGES: Self = Self(3);
    /// Of vrm_tables.
    pub const EXPRESSIONS: Self = Self(4);
    /// Of vrm_tables.
    pub const SPRINGS: Self = Self(5);
    /// spring_colliders of vrm_tables.
    pub const COLLIDERS: Self = Self(6);
    /// spring_collider_groups of vrm_tables.
    pub const GROUPS: Self = Self(7);
}

/// A comparison of two models.
#[repr(C)]
pub struct vrm_diff {
    _data: [u8; 0],
    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
}

/// One difference.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_difference {
    /// VRM_DIFF_PART_ constant.
    pub part: vrm_diff_part,
    /// VRM_DIFF_ constant.
    pub kind: vrm_diff_kind,
    /// The element, such as a spring or a bone; "": the whole part.
    pub name: *const c_char,
    /// As the specification spells it; "": the whole element.
    pub field: *const c_char,
    /// In the first model; strings are quoted. "": nothing.
    pub from: *const c_char,
    /// In the second model.
    pub to: *const c_char,
    /// How far the values are apart; negative if that is not a number.
    pub amount: f64,
    /// Of `amount`: "m", "degrees", "triangles", "channels" or "".
    pub unit: *const c_char,
    /// Of a permission: "narrower", "wider" or "".
    pub effect: *const c_char,
}

/// Settings of a comparison.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_diff_desc {
    /// Set by vrm_diff_desc_init.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Allocator, limits, cancellation and flags of the whole call.
    pub load: *const vrm_load_desc,
    /// The files that the models were loaded from, GLB or JSON.
    pub a_file: *const c_void,
    /// The size of `a_file` in bytes.
    pub a_size: usize,
    /// The second file.
    pub b_file: *const c_void,
    /// The size of `b_file` in bytes.
    pub b_size: usize,
    /// The parts to report, as bits (1 << VRM_DIFF_PART_META).
    pub parts: u32,
}

/// The result of a comparison in numbers.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_diff_info {
    /// Set by vrm_diff_info_init.
    pub struct_size: u32,
    /// Differences that vrm_diff_get returns: at most 100,000.
    pub count: u32,
    /// All differences, also those that were not kept.
    pub found: u64,
    /// Operations that turn the JSON of the first file into that of the second.
    pub operation_count: u64,
    /// 1 if the JSON of both files was compared.
    pub has_json: i32,
    /// 1 if the BIN chunks of the files differ.
    pub has_other_payload: i32,
    /// `found`, for each part.
    pub part_counts: [u32; 17],
}

/// Receives the operations of vrm_diff_operations.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_diff_visitor {
    /// Passed to `operation`.
    pub user: *mut c_void,
    /// Called for each operation, with a JSON pointer and the new value as JSON in ASCII.
    pub operation: Option<unsafe extern "C" fn(path: *const c_char, value: *const c_char, user: *mut c_void)>,
}

unsafe extern "C" {
    /// Compares two models.
    pub fn vrm_diff_create(a: *const vrm_model, b: *const vrm_model, desc: *const vrm_diff_desc, out_diff: *mut *mut vrm_diff, out_report: *mut *mut vrm_report) -> vrm_result;
    /// Destroys a comparison with all its texts.
    pub fn vrm_diff_destroy(diff: *mut vrm_diff);
    /// Returns the numbers of a comparison.
    pub fn vrm_diff_get_info(diff: *const vrm_diff, info: *mut vrm_diff_info);
    /// Returns a difference.
    pub fn vrm_diff_get(diff: *const vrm_diff, index: u32) -> *const vrm_difference;
    /// Returns which element of the second model an element of the first was compared with.
    pub fn vrm_diff_match(diff: *const vrm_diff, table: vrm_diff_table, index: i32) -> i32;
    /// Lists the operations that turn the JSON of the first file into that of the second, in order. vrm_edit_set and vrm_edit_remove apply them.
    pub fn vrm_diff_operations(diff: *mut vrm_diff, visitor: *const vrm_diff_visitor) -> vrm_result;
    /// Returns the name of a part.
    pub fn vrm_diff_part_name(part: vrm_diff_part) -> *const c_char;
    /// Returns the name of a kind of difference.
    pub fn vrm_diff_kind_name(kind: vrm_diff_kind) -> *const c_char;
    /// Fills in the default settings of a comparison.
    pub fn vrm_diff_desc_init_sized(desc: *mut vrm_diff_desc, struct_size: usize);
}

impl Default for vrm_diff_desc {
    fn default() -> Self {
        let mut value = core::mem::MaybeUninit::uninit();
        // SAFETY: the function writes all of the struct, whose size it gets.
        unsafe {
            vrm_diff_desc_init_sized(value.as_mut_ptr(), size_of::<Self>());
            value.assume_init()
        }
    }
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_difference>() == 64);
    assert!(offset_of!(vrm_difference, part) == 0);
    assert!(offset_of!(vrm_difference, kind) == 4);
    assert!(offset_of!(vrm_difference, name) == 8);
    assert!(offset_of!(vrm_difference, field) == 16);
    assert!(offset_of!(vrm_difference, from) == 24);
    assert!(offset_of!(vrm_difference, to) == 32);
    assert!(offset_of!(vrm_difference, amount) == 40);
    assert!(offset_of!(vrm_difference, unit) == 48);
    assert!(offset_of!(vrm_difference, effect) == 56);
    assert!(size_of::<vrm_diff_desc>() == 56);
    assert!(offset_of!(vrm_diff_desc, struct_size) == 0);
    assert!(offset_of!(vrm_diff_desc, reserved) == 4);
    assert!(offset_of!(vrm_diff_desc, load) == 8);
    assert!(offset_of!(vrm_diff_desc, a_file) == 16);
    assert!(offset_of!(vrm_diff_desc, a_size) == 24);
    assert!(offset_of!(vrm_diff_desc, b_file) == 32);
    assert!(offset_of!(vrm_diff_desc, b_size) == 40);
    assert!(offset_of!(vrm_diff_desc, parts) == 48);
    assert!(size_of::<vrm_diff_info>() == 104);
    assert!(offset_of!(vrm_diff_info, struct_size) == 0);
    assert!(offset_of!(vrm_diff_info, count) == 4);
    assert!(offset_of!(vrm_diff_info, found) == 8);
    assert!(offset_of!(vrm_diff_info, operation_count) == 16);
    assert!(offset_of!(vrm_diff_info, has_json) == 24);
    assert!(offset_of!(vrm_diff_info, has_other_payload) == 28);
    assert!(offset_of!(vrm_diff_info, part_counts) == 32);
    assert!(size_of::<vrm_diff_visitor>() == 16);
    assert!(offset_of!(vrm_diff_visitor, user) == 0);
    assert!(offset_of!(vrm_diff_visitor, operation) == 8);
};
