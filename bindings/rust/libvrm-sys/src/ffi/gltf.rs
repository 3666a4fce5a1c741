//! vrm/gltf.h. The glTF tables of a file, as plain arrays.
//!
//! Written by tools/make/make-rust from api.json: do not edit.

#[allow(unused_imports)]
use super::*;
#[allow(unused_imports)]
use core::ffi::{c_char, c_void};

/// The type of the components of an accessor; the numbers are those of glTF.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_component(pub i32);

impl vrm_component {
    /// `VRM_COMPONENT_I8`.
    pub const I8: Self = Self(5120);
    /// `VRM_COMPONENT_U8`.
    pub const U8: Self = Self(5121);
    /// `VRM_COMPONENT_I16`.
    pub const I16: Self = Self(5122);
    /// `VRM_COMPONENT_U16`.
    pub const U16: Self = Self(5123);
    /// `VRM_COMPONENT_U32`.
    pub const U32: Self = Self(5125);
    /// `VRM_COMPONENT_F32`.
    pub const F32: Self = Self(5126);
}

/// The type of the elements of an accessor.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_element(pub i32);

impl vrm_element {
    /// `VRM_ELEMENT_SCALAR`.
    pub const SCALAR: Self = Self(0);
    /// `VRM_ELEMENT_VEC2`.
    pub const VEC2: Self = Self(1);
    /// `VRM_ELEMENT_VEC3`.
    pub const VEC3: Self = Self(2);
    /// `VRM_ELEMENT_VEC4`.
    pub const VEC4: Self = Self(3);
    /// `VRM_ELEMENT_MAT2`.
    pub const MAT2: Self = Self(4);
    /// `VRM_ELEMENT_MAT3`.
    pub const MAT3: Self = Self(5);
    /// `VRM_ELEMENT_MAT4`.
    pub const MAT4: Self = Self(6);
}

/// How the alpha of a material is used.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_alpha_mode(pub i32);

impl vrm_alpha_mode {
    /// `VRM_ALPHA_OPAQUE`.
    pub const OPAQUE: Self = Self(0);
    /// `VRM_ALPHA_MASK`.
    pub const MASK: Self = Self(1);
    /// `VRM_ALPHA_BLEND`.
    pub const BLEND: Self = Self(2);
}

/// What a vertex attribute means.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_attribute_semantic(pub i32);

impl vrm_attribute_semantic {
    /// `VRM_ATTRIBUTE_POSITION`.
    pub const POSITION: Self = Self(0);
    /// `VRM_ATTRIBUTE_NORMAL`.
    pub const NORMAL: Self = Self(1);
    /// `VRM_ATTRIBUTE_TANGENT`.
    pub const TANGENT: Self = Self(2);
    /// `VRM_ATTRIBUTE_TEXCOORD`.
    pub const TEXCOORD: Self = Self(3);
    /// `VRM_ATTRIBUTE_COLOR`.
    pub const COLOR: Self = Self(4);
    /// `VRM_ATTRIBUTE_JOINTS`.
    pub const JOINTS: Self = Self(5);
    /// `VRM_ATTRIBUTE_WEIGHTS`.
    pub const WEIGHTS: Self = Self(6);
}

/// How the vertices of a primitive form points, lines or triangles.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_primitive_mode(pub i32);

impl vrm_primitive_mode {
    /// `VRM_PRIMITIVE_MODE_POINTS`.
    pub const POINTS: Self = Self(0);
    /// `VRM_PRIMITIVE_MODE_LINES`.
    pub const LINES: Self = Self(1);
    /// `VRM_PRIMITIVE_MODE_LINE_LOOP`.
    pub const LINE_LOOP: Self = Self(2);
    /// `VRM_PRIMITIVE_MODE_LINE_STRIP`.
    pub const LINE_STRIP: Self = Self(3);
    /// `VRM_PRIMITIVE_MODE_TRIANGLES`.
    pub const TRIANGLES: Self = Self(4);
    /// `VRM_PRIMITIVE_MODE_TRIANGLE_STRIP`.
    pub const TRIANGLE_STRIP: Self = Self(5);
    /// `VRM_PRIMITIVE_MODE_TRIANGLE_FAN`.
    pub const TRIANGLE_FAN: Self = Self(6);
}

/// What a channel of an animation changes.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_animation_path(pub i32);

impl vrm_animation_path {
    /// `VRM_ANIMATION_PATH_TRANSLATION`.
    pub const TRANSLATION: Self = Self(0);
    /// `VRM_ANIMATION_PATH_ROTATION`.
    pub const ROTATION: Self = Self(1);
    /// `VRM_ANIMATION_PATH_SCALE`.
    pub const SCALE: Self = Self(2);
    /// `VRM_ANIMATION_PATH_WEIGHTS`.
    pub const WEIGHTS: Self = Self(3);
}

/// How a channel of an animation interpolates between keys.
#[repr(transparent)]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct vrm_interpolation(pub i32);

impl vrm_interpolation {
    /// `VRM_INTERPOLATION_LINEAR`.
    pub const LINEAR: Self = Self(0);
    /// `VRM_INTERPOLATION_STEP`.
    pub const STEP: Self = Self(1);
    /// `VRM_INTERPOLATION_CUBIC_SPLINE`.
    pub const CUBIC_SPLINE: Self = Self(2);
}

/// A buffer: the BIN chunk, a data URI, or a resource that the caller's resolver provided.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_buffer {
    /// Of an external resource; empty for the BIN chunk and data URIs.
    pub uri: vrm_string,
    /// As the file declares it.
    pub byte_length: u64,
    /// 1: the load found at least `byte_length` bytes.
    pub is_available: i32,
}

/// A part of a buffer.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_buffer_view {
    /// Within the buffer.
    pub byte_offset: u64,
    /// In bytes.
    pub byte_length: u64,
    /// VRM_NONE: the view is out of range, and nothing can be read from it.
    pub buffer: i32,
    /// 0: elements follow each other.
    pub byte_stride: u32,
    /// 34962 vertices, 34963 indices, 0 not specified.
    pub target: i32,
}

/// Elements of one type in a buffer view, with sparse replacements.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_accessor {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Within the buffer view.
    pub byte_offset: u64,
    /// 0: the accessor could not be used.
    pub count: u32,
    /// VRM_NONE: zeros, before the sparse replacements.
    pub buffer_view: i32,
    /// VRM_COMPONENT_…
    pub component: vrm_component,
    /// VRM_ELEMENT_…
    pub element: vrm_element,
    /// 1: integers stand for 0 to 1, or -1 to 1.
    pub is_normalized: i32,
    /// 0: not sparse.
    pub sparse_count: u32,
    /// Of the indices of sparse replacements, in bytes.
    pub sparse_index_offset: u64,
    /// Of the values of sparse replacements, in bytes.
    pub sparse_value_offset: u64,
    /// Buffer view of the indices.
    pub sparse_index_view: i32,
    /// VRM_COMPONENT_… of the indices.
    pub sparse_index_component: vrm_component,
    /// Buffer view of the values.
    pub sparse_value_view: i32,
    /// 1: min and max are given.
    pub has_bounds: i32,
    /// Of the first four components.
    pub min: [f32; 4],
    /// Likewise.
    pub max: [f32; 4],
}

/// An image: a part of a buffer, a data URI, or an external file.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_image {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// From the file; empty if it has none.
    pub mime_type: vrm_string,
    /// Of an external image; empty for a buffer view or a data URI.
    pub uri: vrm_string,
    /// VRM_NONE: external, a data URI, or no source at all.
    pub buffer_view: i32,
    /// 1: the image is embedded in the JSON.
    pub is_data_uri: i32,
}

/// Filters and wrap modes are OpenGL's numbers, as in the file; 0: not specified.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_sampler {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// For magnification.
    pub mag_filter: i32,
    /// For minification.
    pub min_filter: i32,
    /// Along u.
    pub wrap_s: i32,
    /// Along v.
    pub wrap_t: i32,
}

/// An image together with a sampler.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_texture {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Index of the image; that of EXT_texture_webp if the file has it, and that of KHR_texture_basisu if it has no other.
    pub image: i32,
    /// Index of the sampler, or VRM_NONE.
    pub sampler: i32,
}

/// A use of a texture, with KHR_texture_transform (GL-016).
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_texture_info {
    /// VRM_NONE: no texture.
    pub texture: i32,
    /// The UV set; that of KHR_texture_transform if it has one.
    pub tex_coord: i32,
    /// Of the texture coordinates.
    pub offset: vrm_vec2,
    /// Of the texture coordinates.
    pub scale: vrm_vec2,
    /// Radians, counter-clockwise.
    pub rotation: f32,
    /// NormalTexture.scale, occlusionTexture.strength; else 1.
    pub strength: f32,
}

/// Colors are linear.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_material {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Red, green, blue, alpha.
    pub base_color_factor: [f32; 4],
    /// Before `emissive_strength`.
    pub emissive_factor: [f32; 3],
    /// KHR_materials_emissive_strength; 1.
    pub emissive_strength: f32,
    /// 0 to 1.
    pub metallic_factor: f32,
    /// 0 to 1.
    pub roughness_factor: f32,
    /// With VRM_ALPHA_MASK: lower alpha is not drawn.
    pub alpha_cutoff: f32,
    /// VRM_ALPHA_…
    pub alpha_mode: vrm_alpha_mode,
    /// 1: back faces are drawn too.
    pub is_double_sided: i32,
    /// KHR_materials_unlit.
    pub is_unlit: i32,
    /// sRGB.
    pub base_color_texture: vrm_texture_info,
    /// Linear.
    pub metallic_roughness_texture: vrm_texture_info,
    /// Linear; its scale is `strength`.
    pub normal_texture: vrm_texture_info,
    /// Linear.
    pub occlusion_texture: vrm_texture_info,
    /// sRGB.
    pub emissive_texture: vrm_texture_info,
}

/// A vertex attribute of a primitive.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_attribute {
    /// VRM_ATTRIBUTE_…
    pub semantic: vrm_attribute_semantic,
    /// The n of TEXCOORD_n, COLOR_n, JOINTS_n and WEIGHTS_n; else 0.
    pub set: i32,
    /// Index of the accessor with the values.
    pub accessor: i32,
}

/// Differences from the base mesh.
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_morph_target {
    /// Accessor, or VRM_NONE.
    pub position: i32,
    /// Accessor, or VRM_NONE.
    pub normal: i32,
}

/// A part of a mesh with one material.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_primitive {
    /// Its vertex attributes.
    pub attributes: *const vrm_attribute,
    /// Its morph targets.
    pub targets: *const vrm_morph_target,
    /// Of `attributes`.
    pub attribute_count: u32,
    /// Of `targets`.
    pub target_count: u32,
    /// 0: nothing can be drawn.
    pub vertex_count: u32,
    /// 0 for points and lines.
    pub triangle_count: u32,
    /// VRM_PRIMITIVE_MODE_…
    pub mode: vrm_primitive_mode,
    /// Accessor; VRM_NONE: vertices in their order.
    pub indices: i32,
    /// Index of its material, or VRM_NONE.
    pub material: i32,
    /// 1: KHR_draco_mesh_compression; its payload cannot be read.
    pub is_compressed: i32,
}

/// A mesh.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_mesh {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Its parts.
    pub primitives: *const vrm_primitive,
    /// Morph weights at rest.
    pub weights: *const f32,
    /// Names of the morph targets.
    pub target_names: *const vrm_string,
    /// Of `primitives`.
    pub primitive_count: u32,
    /// Of `weights`.
    pub weight_count: u32,
    /// Of `target_names`; 0: unnamed (GL-014, GL-015).
    pub target_name_count: u32,
    /// Of morph targets: the most that any primitive has (GL-027).
    pub target_count: u32,
}

/// A skin: the nodes that move the vertices of a mesh.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_skin {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Nodes, none of them VRM_NONE.
    pub joints: *const i32,
    /// Of `joints`.
    pub joint_count: u32,
    /// Accessor; VRM_NONE: identity.
    pub inverse_binds: i32,
    /// Index of the common root, or VRM_NONE.
    pub skeleton: i32,
}

/// The node graph is a forest: no cycles, no second parents (ER-006).
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_node {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Indices of its child nodes.
    pub children: *const i32,
    /// Morph weights at rest, instead of the mesh's.
    pub weights: *const f32,
    /// Of `children`.
    pub child_count: u32,
    /// Of `weights`.
    pub weight_count: u32,
    /// Relative to the parent; a matrix is decomposed (ER-016).
    pub rest: vrm_trs,
    /// Index of its parent; VRM_NONE: a root.
    pub parent: i32,
    /// Index of its mesh, or VRM_NONE.
    pub mesh: i32,
    /// Index of its skin, or VRM_NONE.
    pub skin: i32,
    /// 1: KHR_node_visibility hides it, or a node above it.
    pub is_hidden: i32,
}

/// A scene: the nodes at its roots.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_scene {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// Indices of the nodes at the top.
    pub roots: *const i32,
    /// Of `roots`.
    pub root_count: u32,
}

/// One track: times in seconds and values, as accessors (read with vrm_model_read_floats).
#[repr(C)]
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct vrm_channel {
    /// Index of the animated node.
    pub node: i32,
    /// VRM_ANIMATION_PATH_…
    pub path: vrm_animation_path,
    /// VRM_INTERPOLATION_…
    pub interpolation: vrm_interpolation,
    /// Accessor: times, SCALAR F32.
    pub input: i32,
    /// Accessor: values; three per key for cubic splines.
    pub output: i32,
}

/// An animation.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_animation {
    /// The name in the file; may be empty.
    pub name: vrm_string,
    /// The usable channels.
    pub channels: *const vrm_channel,
    /// Of `channels`.
    pub channel_count: u32,
}

/// All glTF tables of a file.
#[repr(C)]
#[derive(Copy, Clone, Debug)]
pub struct vrm_gltf {
    /// Asset.version, "2.0".
    pub version: vrm_string,
    /// asset.generator: the program that wrote the file.
    pub generator: vrm_string,
    /// asset.copyright.
    pub copyright: vrm_string,
    /// extensionsUsed.
    pub extensions_used: *const vrm_string,
    /// extensionsRequired.
    pub extensions_required: *const vrm_string,
    /// The buffers of the file.
    pub buffers: *const vrm_buffer,
    /// The buffer views of the file.
    pub buffer_views: *const vrm_buffer_view,
    /// The accessors of the file.
    pub accessors: *const vrm_accessor,
    /// The images of the file.
    pub images: *const vrm_image,
    /// The samplers of the file.
    pub samplers: *const vrm_sampler,
    /// The textures of the file.
    pub textures: *const vrm_texture,
    /// The materials of the file.
    pub materials: *const vrm_material,
    /// The meshes of the file.
    pub meshes: *const vrm_mesh,
    /// The skins of the file.
    pub skins: *const vrm_skin,
    /// The nodes of the file.
    pub nodes: *const vrm_node,
    /// The scenes of the file.
    pub scenes: *const vrm_scene,
    /// The animations of the file.
    pub animations: *const vrm_animation,
    /// Of `extensions_used`.
    pub extension_used_count: u32,
    /// Of `extensions_required`.
    pub extension_required_count: u32,
    /// Of `buffers`.
    pub buffer_count: u32,
    /// Of `buffer_views`.
    pub buffer_view_count: u32,
    /// Of `accessors`.
    pub accessor_count: u32,
    /// Of `images`.
    pub image_count: u32,
    /// Of `samplers`.
    pub sampler_count: u32,
    /// Of `textures`.
    pub texture_count: u32,
    /// Of `materials`.
    pub material_count: u32,
    /// Of `meshes`.
    pub mesh_count: u32,
    /// Of `skins`.
    pub skin_count: u32,
    /// Of `nodes`.
    pub node_count: u32,
    /// Of `scenes`.
    pub scene_count: u32,
    /// Of `animations`.
    pub animation_count: u32,
    /// Cameras have no meaning in VRM (GL-009) and are only counted.
    pub camera_count: u32,
    /// The scene to show; VRM_NONE: the file has no scene.
    pub scene: i32,
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    use core::mem::{offset_of, size_of};
    assert!(size_of::<vrm_buffer>() == 32);
    assert!(offset_of!(vrm_buffer, uri) == 0);
    assert!(offset_of!(vrm_buffer, byte_length) == 16);
    assert!(offset_of!(vrm_buffer, is_available) == 24);
    assert!(size_of::<vrm_buffer_view>() == 32);
    assert!(offset_of!(vrm_buffer_view, byte_offset) == 0);
    assert!(offset_of!(vrm_buffer_view, byte_length) == 8);
    assert!(offset_of!(vrm_buffer_view, buffer) == 16);
    assert!(offset_of!(vrm_buffer_view, byte_stride) == 20);
    assert!(offset_of!(vrm_buffer_view, target) == 24);
    assert!(size_of::<vrm_accessor>() == 112);
    assert!(offset_of!(vrm_accessor, name) == 0);
    assert!(offset_of!(vrm_accessor, byte_offset) == 16);
    assert!(offset_of!(vrm_accessor, count) == 24);
    assert!(offset_of!(vrm_accessor, buffer_view) == 28);
    assert!(offset_of!(vrm_accessor, component) == 32);
    assert!(offset_of!(vrm_accessor, element) == 36);
    assert!(offset_of!(vrm_accessor, is_normalized) == 40);
    assert!(offset_of!(vrm_accessor, sparse_count) == 44);
    assert!(offset_of!(vrm_accessor, sparse_index_offset) == 48);
    assert!(offset_of!(vrm_accessor, sparse_value_offset) == 56);
    assert!(offset_of!(vrm_accessor, sparse_index_view) == 64);
    assert!(offset_of!(vrm_accessor, sparse_index_component) == 68);
    assert!(offset_of!(vrm_accessor, sparse_value_view) == 72);
    assert!(offset_of!(vrm_accessor, has_bounds) == 76);
    assert!(offset_of!(vrm_accessor, min) == 80);
    assert!(offset_of!(vrm_accessor, max) == 96);
    assert!(size_of::<vrm_image>() == 56);
    assert!(offset_of!(vrm_image, name) == 0);
    assert!(offset_of!(vrm_image, mime_type) == 16);
    assert!(offset_of!(vrm_image, uri) == 32);
    assert!(offset_of!(vrm_image, buffer_view) == 48);
    assert!(offset_of!(vrm_image, is_data_uri) == 52);
    assert!(size_of::<vrm_sampler>() == 32);
    assert!(offset_of!(vrm_sampler, name) == 0);
    assert!(offset_of!(vrm_sampler, mag_filter) == 16);
    assert!(offset_of!(vrm_sampler, min_filter) == 20);
    assert!(offset_of!(vrm_sampler, wrap_s) == 24);
    assert!(offset_of!(vrm_sampler, wrap_t) == 28);
    assert!(size_of::<vrm_texture>() == 24);
    assert!(offset_of!(vrm_texture, name) == 0);
    assert!(offset_of!(vrm_texture, image) == 16);
    assert!(offset_of!(vrm_texture, sampler) == 20);
    assert!(size_of::<vrm_texture_info>() == 32);
    assert!(offset_of!(vrm_texture_info, texture) == 0);
    assert!(offset_of!(vrm_texture_info, tex_coord) == 4);
    assert!(offset_of!(vrm_texture_info, offset) == 8);
    assert!(offset_of!(vrm_texture_info, scale) == 16);
    assert!(offset_of!(vrm_texture_info, rotation) == 24);
    assert!(offset_of!(vrm_texture_info, strength) == 28);
    assert!(size_of::<vrm_material>() == 232);
    assert!(offset_of!(vrm_material, name) == 0);
    assert!(offset_of!(vrm_material, base_color_factor) == 16);
    assert!(offset_of!(vrm_material, emissive_factor) == 32);
    assert!(offset_of!(vrm_material, emissive_strength) == 44);
    assert!(offset_of!(vrm_material, metallic_factor) == 48);
    assert!(offset_of!(vrm_material, roughness_factor) == 52);
    assert!(offset_of!(vrm_material, alpha_cutoff) == 56);
    assert!(offset_of!(vrm_material, alpha_mode) == 60);
    assert!(offset_of!(vrm_material, is_double_sided) == 64);
    assert!(offset_of!(vrm_material, is_unlit) == 68);
    assert!(offset_of!(vrm_material, base_color_texture) == 72);
    assert!(offset_of!(vrm_material, metallic_roughness_texture) == 104);
    assert!(offset_of!(vrm_material, normal_texture) == 136);
    assert!(offset_of!(vrm_material, occlusion_texture) == 168);
    assert!(offset_of!(vrm_material, emissive_texture) == 200);
    assert!(size_of::<vrm_attribute>() == 12);
    assert!(offset_of!(vrm_attribute, semantic) == 0);
    assert!(offset_of!(vrm_attribute, set) == 4);
    assert!(offset_of!(vrm_attribute, accessor) == 8);
    assert!(size_of::<vrm_morph_target>() == 8);
    assert!(offset_of!(vrm_morph_target, position) == 0);
    assert!(offset_of!(vrm_morph_target, normal) == 4);
    assert!(size_of::<vrm_primitive>() == 48);
    assert!(offset_of!(vrm_primitive, attributes) == 0);
    assert!(offset_of!(vrm_primitive, targets) == 8);
    assert!(offset_of!(vrm_primitive, attribute_count) == 16);
    assert!(offset_of!(vrm_primitive, target_count) == 20);
    assert!(offset_of!(vrm_primitive, vertex_count) == 24);
    assert!(offset_of!(vrm_primitive, triangle_count) == 28);
    assert!(offset_of!(vrm_primitive, mode) == 32);
    assert!(offset_of!(vrm_primitive, indices) == 36);
    assert!(offset_of!(vrm_primitive, material) == 40);
    assert!(offset_of!(vrm_primitive, is_compressed) == 44);
    assert!(size_of::<vrm_mesh>() == 56);
    assert!(offset_of!(vrm_mesh, name) == 0);
    assert!(offset_of!(vrm_mesh, primitives) == 16);
    assert!(offset_of!(vrm_mesh, weights) == 24);
    assert!(offset_of!(vrm_mesh, target_names) == 32);
    assert!(offset_of!(vrm_mesh, primitive_count) == 40);
    assert!(offset_of!(vrm_mesh, weight_count) == 44);
    assert!(offset_of!(vrm_mesh, target_name_count) == 48);
    assert!(offset_of!(vrm_mesh, target_count) == 52);
    assert!(size_of::<vrm_skin>() == 40);
    assert!(offset_of!(vrm_skin, name) == 0);
    assert!(offset_of!(vrm_skin, joints) == 16);
    assert!(offset_of!(vrm_skin, joint_count) == 24);
    assert!(offset_of!(vrm_skin, inverse_binds) == 28);
    assert!(offset_of!(vrm_skin, skeleton) == 32);
    assert!(size_of::<vrm_node>() == 96);
    assert!(offset_of!(vrm_node, name) == 0);
    assert!(offset_of!(vrm_node, children) == 16);
    assert!(offset_of!(vrm_node, weights) == 24);
    assert!(offset_of!(vrm_node, child_count) == 32);
    assert!(offset_of!(vrm_node, weight_count) == 36);
    assert!(offset_of!(vrm_node, rest) == 40);
    assert!(offset_of!(vrm_node, parent) == 80);
    assert!(offset_of!(vrm_node, mesh) == 84);
    assert!(offset_of!(vrm_node, skin) == 88);
    assert!(offset_of!(vrm_node, is_hidden) == 92);
    assert!(size_of::<vrm_scene>() == 32);
    assert!(offset_of!(vrm_scene, name) == 0);
    assert!(offset_of!(vrm_scene, roots) == 16);
    assert!(offset_of!(vrm_scene, root_count) == 24);
    assert!(size_of::<vrm_channel>() == 20);
    assert!(offset_of!(vrm_channel, node) == 0);
    assert!(offset_of!(vrm_channel, path) == 4);
    assert!(offset_of!(vrm_channel, interpolation) == 8);
    assert!(offset_of!(vrm_channel, input) == 12);
    assert!(offset_of!(vrm_channel, output) == 16);
    assert!(size_of::<vrm_animation>() == 32);
    assert!(offset_of!(vrm_animation, name) == 0);
    assert!(offset_of!(vrm_animation, channels) == 16);
    assert!(offset_of!(vrm_animation, channel_count) == 24);
    assert!(size_of::<vrm_gltf>() == 224);
    assert!(offset_of!(vrm_gltf, version) == 0);
    assert!(offset_of!(vrm_gltf, generator) == 16);
    assert!(offset_of!(vrm_gltf, copyright) == 32);
    assert!(offset_of!(vrm_gltf, extensions_used) == 48);
    assert!(offset_of!(vrm_gltf, extensions_required) == 56);
    assert!(offset_of!(vrm_gltf, buffers) == 64);
    assert!(offset_of!(vrm_gltf, buffer_views) == 72);
    assert!(offset_of!(vrm_gltf, accessors) == 80);
    assert!(offset_of!(vrm_gltf, images) == 88);
    assert!(offset_of!(vrm_gltf, samplers) == 96);
    assert!(offset_of!(vrm_gltf, textures) == 104);
    assert!(offset_of!(vrm_gltf, materials) == 112);
    assert!(offset_of!(vrm_gltf, meshes) == 120);
    assert!(offset_of!(vrm_gltf, skins) == 128);
    assert!(offset_of!(vrm_gltf, nodes) == 136);
    assert!(offset_of!(vrm_gltf, scenes) == 144);
    assert!(offset_of!(vrm_gltf, animations) == 152);
    assert!(offset_of!(vrm_gltf, extension_used_count) == 160);
    assert!(offset_of!(vrm_gltf, extension_required_count) == 164);
    assert!(offset_of!(vrm_gltf, buffer_count) == 168);
    assert!(offset_of!(vrm_gltf, buffer_view_count) == 172);
    assert!(offset_of!(vrm_gltf, accessor_count) == 176);
    assert!(offset_of!(vrm_gltf, image_count) == 180);
    assert!(offset_of!(vrm_gltf, sampler_count) == 184);
    assert!(offset_of!(vrm_gltf, texture_count) == 188);
    assert!(offset_of!(vrm_gltf, material_count) == 192);
    assert!(offset_of!(vrm_gltf, mesh_count) == 196);
    assert!(offset_of!(vrm_gltf, skin_count) == 200);
    assert!(offset_of!(vrm_gltf, node_count) == 204);
    assert!(offset_of!(vrm_gltf, scene_count) == 208);
    assert!(offset_of!(vrm_gltf, animation_count) == 212);
    assert!(offset_of!(vrm_gltf, camera_count) == 216);
    assert!(offset_of!(vrm_gltf, scene) == 220);
};
