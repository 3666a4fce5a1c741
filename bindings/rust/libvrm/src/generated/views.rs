//! Views of what the library gives out. Written by tools/make/make-rust from
//! api.json: do not edit.

use crate::view::{self, List};
#[cfg(feature = "author")]
use alloc::borrow::Cow;
use libvrm_sys as sys;

/// The value that replaces one {} of a diagnostic's sentence.
#[derive(Copy, Clone)]
pub struct DiagnosticArgument<'a> {
    pub(crate) raw: &'a sys::vrm_diagnostic_argument,
}

impl<'a> DiagnosticArgument<'a> {
    /// What it holds.
    #[inline]
    pub fn kind(&self) -> crate::ArgumentKind {
        self.raw.kind
    }

    /// For `ArgumentKind::INTEGER`; for `ArgumentKind::REFERENCE` the index of the element in the
    /// list of the file; else 0.
    #[inline]
    pub fn integer(&self) -> i64 {
        self.raw.integer
    }

    /// For `ArgumentKind::NUMBER`; else 0.
    #[inline]
    pub fn number(&self) -> f64 {
        self.raw.number
    }

    /// For all kinds: the argument as the message shows it, but without the quotes around
    /// `ArgumentKind::TEXT`. A reference is shown with its name: 22 "hair_03".
    #[inline]
    pub fn text(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.text) }
    }

    /// For `ArgumentKind::REFERENCE`: what it is, such as "node", in the words of
    /// `vrm_diagnostic`.subject; else "".
    #[inline]
    pub fn subject(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.subject) }
    }

    /// For `ArgumentKind::REFERENCE`: its name, made printable; else, and if it has none, "".
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.name) }
    }
}

impl<'a> view::View<'a> for DiagnosticArgument<'a> {
    type Raw = sys::vrm_diagnostic_argument;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for DiagnosticArgument<'_> {}
// SAFETY: likewise.
unsafe impl Sync for DiagnosticArgument<'_> {}

/// One diagnostic. All strings end in a NUL byte, are never `None`, and hold no control characters,
/// so they can be printed as they are.
#[derive(Copy, Clone)]
pub struct Diagnostic<'a> {
    pub(crate) raw: &'a sys::vrm_diagnostic,
}

impl<'a> Diagnostic<'a> {
    /// Stable and unique, such as "index-out-of-range".
    #[inline]
    pub fn code(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.code) }
    }

    /// A requirement ID of docs/evidence/requirements.md, such as "GL-033"; "" if none applies.
    #[inline]
    pub fn requirement(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.requirement) }
    }

    /// JSON pointer (RFC 6901) to the element; "" is the whole file.
    #[inline]
    pub fn pointer(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.pointer) }
    }

    /// The kind of the element: "node", "material", "expression", "spring", "bone", "mesh" …; "" if
    /// unknown.
    #[inline]
    pub fn subject(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.subject) }
    }

    /// Its name in the file, made printable; "" if it has none.
    #[inline]
    pub fn subject_name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.subject_name) }
    }

    /// One sentence in English, without a full stop.
    #[inline]
    pub fn message(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.message) }
    }

    /// What to do about it; may be empty.
    #[inline]
    pub fn remedy(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.remedy) }
    }

    /// The message before its arguments were filled in: each {} stands for one argument. Together
    /// with `code` and `arguments` it is all that a translation needs.
    #[inline]
    pub fn sentence(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.sentence) }
    }

    /// `argument_count` of them.
    #[inline]
    pub fn arguments(&self) -> List<'a, DiagnosticArgument<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.arguments, self.raw.argument_count as usize)) }
    }

    /// Position in the file, in bytes; `VRM_NO_OFFSET` if unknown.
    #[inline]
    pub fn byte_offset(&self) -> u64 {
        self.raw.byte_offset
    }

    /// A `Severity` constant.
    #[inline]
    pub fn severity(&self) -> crate::Severity {
        self.raw.severity
    }

    /// Who will notice it.
    #[inline]
    pub fn impact(&self) -> crate::Impact {
        self.raw.impact
    }

    /// true: the load changed or skipped something to go on.
    #[inline]
    pub fn is_repair(&self) -> bool {
        self.raw.is_repair != 0
    }

    /// Of the subject in its list of the file, such as 22 of /nodes/22; `None` if unknown, or if
    /// the subject has a key instead.
    #[inline]
    pub fn subject_index(&self) -> Option<usize> {
        usize::try_from(self.raw.subject_index).ok()
    }
}

impl<'a> view::View<'a> for Diagnostic<'a> {
    type Raw = sys::vrm_diagnostic;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Diagnostic<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Diagnostic<'_> {}

/// What the library may report: one entry for each diagnostic code.
#[derive(Copy, Clone)]
pub struct DiagnosticInfo<'a> {
    pub(crate) raw: &'a sys::vrm_diagnostic_info,
}

impl<'a> DiagnosticInfo<'a> {
    /// Stable and unique.
    #[inline]
    pub fn code(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.code) }
    }

    /// Of docs/evidence/requirements.md; "" if none applies.
    #[inline]
    pub fn requirement(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.requirement) }
    }

    /// Each {} stands for one argument.
    #[inline]
    pub fn sentence(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.sentence) }
    }

    /// What to do about it; may be empty.
    #[inline]
    pub fn remedy(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.remedy) }
    }

    /// In a lenient load; a strict load makes repairs errors.
    #[inline]
    pub fn severity(&self) -> crate::Severity {
        self.raw.severity
    }

    /// Who will notice it.
    #[inline]
    pub fn impact(&self) -> crate::Impact {
        self.raw.impact
    }

    /// true: the load changes or skips something to go on.
    #[inline]
    pub fn is_repair(&self) -> bool {
        self.raw.is_repair != 0
    }

    /// How many {} the sentence has.
    #[inline]
    pub fn argument_count(&self) -> u32 {
        self.raw.argument_count
    }
}

impl<'a> view::View<'a> for DiagnosticInfo<'a> {
    type Raw = sys::vrm_diagnostic_info;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for DiagnosticInfo<'_> {}
// SAFETY: likewise.
unsafe impl Sync for DiagnosticInfo<'_> {}

/// A buffer: the BIN chunk, a data URI, or a resource that the caller's resolver provided.
#[derive(Copy, Clone)]
pub struct Buffer<'a> {
    pub(crate) raw: &'a sys::vrm_buffer,
}

impl<'a> Buffer<'a> {
    /// Of an external resource; empty for the BIN chunk and data URIs.
    #[inline]
    pub fn uri(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.uri) }
    }

    /// As the file declares it.
    #[inline]
    pub fn byte_length(&self) -> u64 {
        self.raw.byte_length
    }

    /// true: the load found at least `byte_length` bytes.
    #[inline]
    pub fn is_available(&self) -> bool {
        self.raw.is_available != 0
    }
}

impl<'a> view::View<'a> for Buffer<'a> {
    type Raw = sys::vrm_buffer;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Buffer<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Buffer<'_> {}

/// Elements of one type in a buffer view, with sparse replacements.
#[derive(Copy, Clone)]
pub struct Accessor<'a> {
    pub(crate) raw: &'a sys::vrm_accessor,
}

impl<'a> Accessor<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Within the buffer view.
    #[inline]
    pub fn byte_offset(&self) -> u64 {
        self.raw.byte_offset
    }

    /// 0: the accessor could not be used.
    #[inline]
    pub fn count(&self) -> u32 {
        self.raw.count
    }

    /// `None`: zeros, before the sparse replacements.
    #[inline]
    pub fn buffer_view(&self) -> Option<usize> {
        usize::try_from(self.raw.buffer_view).ok()
    }

    /// `Component`…
    #[inline]
    pub fn component(&self) -> crate::Component {
        self.raw.component
    }

    /// `Element`…
    #[inline]
    pub fn element(&self) -> crate::Element {
        self.raw.element
    }

    /// true: integers stand for 0 to 1, or -1 to 1.
    #[inline]
    pub fn is_normalized(&self) -> bool {
        self.raw.is_normalized != 0
    }

    /// 0: not sparse.
    #[inline]
    pub fn sparse_count(&self) -> u32 {
        self.raw.sparse_count
    }

    /// Of the indices of sparse replacements, in bytes.
    #[inline]
    pub fn sparse_index_offset(&self) -> u64 {
        self.raw.sparse_index_offset
    }

    /// Of the values of sparse replacements, in bytes.
    #[inline]
    pub fn sparse_value_offset(&self) -> u64 {
        self.raw.sparse_value_offset
    }

    /// Buffer view of the indices.
    #[inline]
    pub fn sparse_index_view(&self) -> Option<usize> {
        usize::try_from(self.raw.sparse_index_view).ok()
    }

    /// `Component`… of the indices.
    #[inline]
    pub fn sparse_index_component(&self) -> crate::Component {
        self.raw.sparse_index_component
    }

    /// Buffer view of the values.
    #[inline]
    pub fn sparse_value_view(&self) -> Option<usize> {
        usize::try_from(self.raw.sparse_value_view).ok()
    }

    /// true: min and max are given.
    #[inline]
    pub fn has_bounds(&self) -> bool {
        self.raw.has_bounds != 0
    }

    /// Of the first four components.
    #[inline]
    pub fn min(&self) -> [f32; 4] {
        self.raw.min
    }

    /// Likewise.
    #[inline]
    pub fn max(&self) -> [f32; 4] {
        self.raw.max
    }
}

impl<'a> view::View<'a> for Accessor<'a> {
    type Raw = sys::vrm_accessor;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Accessor<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Accessor<'_> {}

/// An image: a part of a buffer, a data URI, or an external file.
#[derive(Copy, Clone)]
pub struct Image<'a> {
    pub(crate) raw: &'a sys::vrm_image,
}

impl<'a> Image<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// From the file; empty if it has none.
    #[inline]
    pub fn mime_type(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.mime_type) }
    }

    /// Of an external image; empty for a buffer view or a data URI.
    #[inline]
    pub fn uri(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.uri) }
    }

    /// `None`: external, a data URI, or no source at all.
    #[inline]
    pub fn buffer_view(&self) -> Option<usize> {
        usize::try_from(self.raw.buffer_view).ok()
    }

    /// true: the image is embedded in the JSON.
    #[inline]
    pub fn is_data_uri(&self) -> bool {
        self.raw.is_data_uri != 0
    }
}

impl<'a> view::View<'a> for Image<'a> {
    type Raw = sys::vrm_image;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Image<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Image<'_> {}

/// Filters and wrap modes are OpenGL's numbers, as in the file; 0: not specified.
#[derive(Copy, Clone)]
pub struct Sampler<'a> {
    pub(crate) raw: &'a sys::vrm_sampler,
}

impl<'a> Sampler<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// For magnification.
    #[inline]
    pub fn mag_filter(&self) -> i32 {
        self.raw.mag_filter
    }

    /// For minification.
    #[inline]
    pub fn min_filter(&self) -> i32 {
        self.raw.min_filter
    }

    /// Along u.
    #[inline]
    pub fn wrap_s(&self) -> i32 {
        self.raw.wrap_s
    }

    /// Along v.
    #[inline]
    pub fn wrap_t(&self) -> i32 {
        self.raw.wrap_t
    }
}

impl<'a> view::View<'a> for Sampler<'a> {
    type Raw = sys::vrm_sampler;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Sampler<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Sampler<'_> {}

/// An image together with a sampler.
#[derive(Copy, Clone)]
pub struct Texture<'a> {
    pub(crate) raw: &'a sys::vrm_texture,
}

impl<'a> Texture<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Index of the image; that of EXT_texture_webp if the file has it, and that of
    /// KHR_texture_basisu if it has no other.
    #[inline]
    pub fn image(&self) -> Option<usize> {
        usize::try_from(self.raw.image).ok()
    }

    /// Index of the sampler, or `None`.
    #[inline]
    pub fn sampler(&self) -> Option<usize> {
        usize::try_from(self.raw.sampler).ok()
    }
}

impl<'a> view::View<'a> for Texture<'a> {
    type Raw = sys::vrm_texture;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Texture<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Texture<'_> {}

/// Colors are linear.
#[derive(Copy, Clone)]
pub struct Material<'a> {
    pub(crate) raw: &'a sys::vrm_material,
}

impl<'a> Material<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Red, green, blue, alpha.
    #[inline]
    pub fn base_color_factor(&self) -> [f32; 4] {
        self.raw.base_color_factor
    }

    /// Before `emissive_strength`.
    #[inline]
    pub fn emissive_factor(&self) -> [f32; 3] {
        self.raw.emissive_factor
    }

    /// KHR_materials_emissive_strength; 1.
    #[inline]
    pub fn emissive_strength(&self) -> f32 {
        self.raw.emissive_strength
    }

    /// 0 to 1.
    #[inline]
    pub fn metallic_factor(&self) -> f32 {
        self.raw.metallic_factor
    }

    /// 0 to 1.
    #[inline]
    pub fn roughness_factor(&self) -> f32 {
        self.raw.roughness_factor
    }

    /// With `AlphaMode::MASK`: lower alpha is not drawn.
    #[inline]
    pub fn alpha_cutoff(&self) -> f32 {
        self.raw.alpha_cutoff
    }

    /// `AlphaMode`…
    #[inline]
    pub fn alpha_mode(&self) -> crate::AlphaMode {
        self.raw.alpha_mode
    }

    /// true: back faces are drawn too.
    #[inline]
    pub fn is_double_sided(&self) -> bool {
        self.raw.is_double_sided != 0
    }

    /// KHR_materials_unlit.
    #[inline]
    pub fn is_unlit(&self) -> bool {
        self.raw.is_unlit != 0
    }

    /// sRGB.
    #[inline]
    pub fn base_color_texture(&self) -> &'a sys::vrm_texture_info {
        &self.raw.base_color_texture
    }

    /// Linear.
    #[inline]
    pub fn metallic_roughness_texture(&self) -> &'a sys::vrm_texture_info {
        &self.raw.metallic_roughness_texture
    }

    /// Linear; its scale is `strength`.
    #[inline]
    pub fn normal_texture(&self) -> &'a sys::vrm_texture_info {
        &self.raw.normal_texture
    }

    /// Linear.
    #[inline]
    pub fn occlusion_texture(&self) -> &'a sys::vrm_texture_info {
        &self.raw.occlusion_texture
    }

    /// sRGB.
    #[inline]
    pub fn emissive_texture(&self) -> &'a sys::vrm_texture_info {
        &self.raw.emissive_texture
    }
}

impl<'a> view::View<'a> for Material<'a> {
    type Raw = sys::vrm_material;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Material<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Material<'_> {}

/// A part of a mesh with one material.
#[derive(Copy, Clone)]
pub struct Primitive<'a> {
    pub(crate) raw: &'a sys::vrm_primitive,
}

impl<'a> Primitive<'a> {
    /// Its vertex attributes.
    #[inline]
    pub fn attributes(&self) -> &'a [sys::vrm_attribute] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.attributes, self.raw.attribute_count as usize) }
    }

    /// Its morph targets.
    #[inline]
    pub fn targets(&self) -> &'a [sys::vrm_morph_target] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.targets, self.raw.target_count as usize) }
    }

    /// 0: nothing can be drawn.
    #[inline]
    pub fn vertex_count(&self) -> u32 {
        self.raw.vertex_count
    }

    /// 0 for points and lines.
    #[inline]
    pub fn triangle_count(&self) -> u32 {
        self.raw.triangle_count
    }

    /// `PrimitiveMode`…
    #[inline]
    pub fn mode(&self) -> crate::PrimitiveMode {
        self.raw.mode
    }

    /// Accessor; `None`: vertices in their order.
    #[inline]
    pub fn indices(&self) -> Option<usize> {
        usize::try_from(self.raw.indices).ok()
    }

    /// Index of its material, or `None`.
    #[inline]
    pub fn material(&self) -> Option<usize> {
        usize::try_from(self.raw.material).ok()
    }

    /// true: KHR_draco_mesh_compression; its payload cannot be read.
    #[inline]
    pub fn is_compressed(&self) -> bool {
        self.raw.is_compressed != 0
    }
}

impl<'a> view::View<'a> for Primitive<'a> {
    type Raw = sys::vrm_primitive;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Primitive<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Primitive<'_> {}

/// A mesh.
#[derive(Copy, Clone)]
pub struct Mesh<'a> {
    pub(crate) raw: &'a sys::vrm_mesh,
}

impl<'a> Mesh<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Its parts.
    #[inline]
    pub fn primitives(&self) -> List<'a, Primitive<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.primitives, self.raw.primitive_count as usize)) }
    }

    /// Morph weights at rest.
    #[inline]
    pub fn weights(&self) -> &'a [f32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.weights, self.raw.weight_count as usize) }
    }

    /// Names of the morph targets.
    #[inline]
    pub fn target_names(&self) -> List<'a, &'a str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.target_names, self.raw.target_name_count as usize)) }
    }

    /// Of morph targets: the most that any primitive has (GL-027).
    #[inline]
    pub fn target_count(&self) -> u32 {
        self.raw.target_count
    }
}

impl<'a> view::View<'a> for Mesh<'a> {
    type Raw = sys::vrm_mesh;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Mesh<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Mesh<'_> {}

/// A skin: the nodes that move the vertices of a mesh.
#[derive(Copy, Clone)]
pub struct Skin<'a> {
    pub(crate) raw: &'a sys::vrm_skin,
}

impl<'a> Skin<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Nodes, none of them `None`.
    #[inline]
    pub fn joints(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.joints, self.raw.joint_count as usize) }
    }

    /// Accessor; `None`: identity.
    #[inline]
    pub fn inverse_binds(&self) -> Option<usize> {
        usize::try_from(self.raw.inverse_binds).ok()
    }

    /// Index of the common root, or `None`.
    #[inline]
    pub fn skeleton(&self) -> Option<usize> {
        usize::try_from(self.raw.skeleton).ok()
    }
}

impl<'a> view::View<'a> for Skin<'a> {
    type Raw = sys::vrm_skin;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Skin<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Skin<'_> {}

/// The node graph is a forest: no cycles, no second parents (ER-006).
#[derive(Copy, Clone)]
pub struct Node<'a> {
    pub(crate) raw: &'a sys::vrm_node,
}

impl<'a> Node<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Indices of its child nodes.
    #[inline]
    pub fn children(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.children, self.raw.child_count as usize) }
    }

    /// Morph weights at rest, instead of the mesh's.
    #[inline]
    pub fn weights(&self) -> &'a [f32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.weights, self.raw.weight_count as usize) }
    }

    /// Relative to the parent; a matrix is decomposed (ER-016).
    #[inline]
    pub fn rest(&self) -> &'a sys::vrm_trs {
        &self.raw.rest
    }

    /// Index of its parent; `None`: a root.
    #[inline]
    pub fn parent(&self) -> Option<usize> {
        usize::try_from(self.raw.parent).ok()
    }

    /// Index of its mesh, or `None`.
    #[inline]
    pub fn mesh(&self) -> Option<usize> {
        usize::try_from(self.raw.mesh).ok()
    }

    /// Index of its skin, or `None`.
    #[inline]
    pub fn skin(&self) -> Option<usize> {
        usize::try_from(self.raw.skin).ok()
    }

    /// true: KHR_node_visibility hides it, or a node above it.
    #[inline]
    pub fn is_hidden(&self) -> bool {
        self.raw.is_hidden != 0
    }
}

impl<'a> view::View<'a> for Node<'a> {
    type Raw = sys::vrm_node;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Node<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Node<'_> {}

/// A scene: the nodes at its roots.
#[derive(Copy, Clone)]
pub struct Scene<'a> {
    pub(crate) raw: &'a sys::vrm_scene,
}

impl<'a> Scene<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Indices of the nodes at the top.
    #[inline]
    pub fn roots(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.roots, self.raw.root_count as usize) }
    }
}

impl<'a> view::View<'a> for Scene<'a> {
    type Raw = sys::vrm_scene;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Scene<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Scene<'_> {}

/// An animation. VRM gives it no meaning in an avatar.
#[derive(Copy, Clone)]
pub struct Animation<'a> {
    pub(crate) raw: &'a sys::vrm_animation,
}

impl<'a> Animation<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// The usable channels.
    #[inline]
    pub fn channels(&self) -> &'a [sys::vrm_channel] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.channels, self.raw.channel_count as usize) }
    }
}

impl<'a> view::View<'a> for Animation<'a> {
    type Raw = sys::vrm_animation;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Animation<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Animation<'_> {}

/// All glTF tables of a file.
#[derive(Copy, Clone)]
pub struct Gltf<'a> {
    pub(crate) raw: &'a sys::vrm_gltf,
}

impl<'a> Gltf<'a> {
    /// Asset.version, "2.0".
    #[inline]
    pub fn version(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.version) }
    }

    /// asset.generator: the program that wrote the file.
    #[inline]
    pub fn generator(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.generator) }
    }

    /// asset.copyright.
    #[inline]
    pub fn copyright(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.copyright) }
    }

    /// extensionsUsed.
    #[inline]
    pub fn extensions_used(&self) -> List<'a, &'a str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.extensions_used, self.raw.extension_used_count as usize)) }
    }

    /// extensionsRequired.
    #[inline]
    pub fn extensions_required(&self) -> List<'a, &'a str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.extensions_required, self.raw.extension_required_count as usize)) }
    }

    /// The buffers of the file.
    #[inline]
    pub fn buffers(&self) -> List<'a, Buffer<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.buffers, self.raw.buffer_count as usize)) }
    }

    /// The buffer views of the file.
    #[inline]
    pub fn buffer_views(&self) -> &'a [sys::vrm_buffer_view] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.buffer_views, self.raw.buffer_view_count as usize) }
    }

    /// The accessors of the file.
    #[inline]
    pub fn accessors(&self) -> List<'a, Accessor<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.accessors, self.raw.accessor_count as usize)) }
    }

    /// The images of the file.
    #[inline]
    pub fn images(&self) -> List<'a, Image<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.images, self.raw.image_count as usize)) }
    }

    /// The samplers of the file.
    #[inline]
    pub fn samplers(&self) -> List<'a, Sampler<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.samplers, self.raw.sampler_count as usize)) }
    }

    /// The textures of the file.
    #[inline]
    pub fn textures(&self) -> List<'a, Texture<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.textures, self.raw.texture_count as usize)) }
    }

    /// The materials of the file.
    #[inline]
    pub fn materials(&self) -> List<'a, Material<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.materials, self.raw.material_count as usize)) }
    }

    /// The meshes of the file.
    #[inline]
    pub fn meshes(&self) -> List<'a, Mesh<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.meshes, self.raw.mesh_count as usize)) }
    }

    /// The skins of the file.
    #[inline]
    pub fn skins(&self) -> List<'a, Skin<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.skins, self.raw.skin_count as usize)) }
    }

    /// The nodes of the file.
    #[inline]
    pub fn nodes(&self) -> List<'a, Node<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.nodes, self.raw.node_count as usize)) }
    }

    /// The scenes of the file.
    #[inline]
    pub fn scenes(&self) -> List<'a, Scene<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.scenes, self.raw.scene_count as usize)) }
    }

    /// The animations of the file.
    #[inline]
    pub fn animations(&self) -> List<'a, Animation<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.animations, self.raw.animation_count as usize)) }
    }

    /// Cameras have no meaning in VRM (GL-009) and are only counted.
    #[inline]
    pub fn camera_count(&self) -> u32 {
        self.raw.camera_count
    }

    /// The scene to show; `None`: the file has no scene.
    #[inline]
    pub fn scene(&self) -> Option<usize> {
        usize::try_from(self.raw.scene).ok()
    }
}

impl<'a> view::View<'a> for Gltf<'a> {
    type Raw = sys::vrm_gltf;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Gltf<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Gltf<'_> {}

/// Author, license and permissions of an avatar. The text is untrusted: make it safe before you
/// show it or use it as a file name (`vrm_string_printable`, `vrm_string_file_name`). A permission
/// that a file does not give, or gives as an unknown value, is the most restrictive one (ME-025).
/// Licenses of 0.x and the draft are kept as text in `legacy_…` and grant nothing by themselves
/// (ME-031); `vrm_meta_map_license` maps them to the terms of 1.0.
#[derive(Copy, Clone)]
pub struct Meta<'a> {
    pub(crate) raw: &'a sys::vrm_meta,
}

impl<'a> Meta<'a> {
    /// The name of the avatar.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// The version of the avatar.
    #[inline]
    pub fn version(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.version) }
    }

    /// In the order of the file.
    #[inline]
    pub fn authors(&self) -> List<'a, &'a str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.authors, self.raw.author_count as usize)) }
    }

    /// Works that the avatar is derived from.
    #[inline]
    pub fn references(&self) -> List<'a, &'a str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.references, self.raw.reference_count as usize)) }
    }

    /// Free text.
    #[inline]
    pub fn copyright_information(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.copyright_information) }
    }

    /// Free text.
    #[inline]
    pub fn contact_information(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.contact_information) }
    }

    /// Free text.
    #[inline]
    pub fn third_party_licenses(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.third_party_licenses) }
    }

    /// The license of the file.
    #[inline]
    pub fn license_url(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.license_url) }
    }

    /// A further license; may be empty.
    #[inline]
    pub fn other_license_url(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.other_license_url) }
    }

    /// As the file writes them; empty in 1.0.
    #[inline]
    pub fn legacy_allowed_user(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_allowed_user) }
    }

    /// Likewise.
    #[inline]
    pub fn legacy_violent_usage(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_violent_usage) }
    }

    /// Likewise.
    #[inline]
    pub fn legacy_sexual_usage(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_sexual_usage) }
    }

    /// Likewise.
    #[inline]
    pub fn legacy_commercial_usage(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_commercial_usage) }
    }

    /// Likewise.
    #[inline]
    pub fn legacy_license_name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_license_name) }
    }

    /// Likewise.
    #[inline]
    pub fn legacy_other_permission_url(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.legacy_other_permission_url) }
    }

    /// Index into images.
    #[inline]
    pub fn thumbnail_image(&self) -> Option<usize> {
        usize::try_from(self.raw.thumbnail_image).ok()
    }

    /// The permissions of the avatar.
    #[inline]
    pub fn permissions(&self) -> &'a sys::vrm_permissions {
        &self.raw.permissions
    }
}

impl<'a> view::View<'a> for Meta<'a> {
    type Raw = sys::vrm_meta;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Meta<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Meta<'_> {}

/// An expression.
#[derive(Copy, Clone)]
pub struct Expression<'a> {
    pub(crate) raw: &'a sys::vrm_expression,
}

impl<'a> Expression<'a> {
    /// Of a preset: the specification's.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Morph targets that it moves.
    #[inline]
    pub fn morph_binds(&self) -> &'a [sys::vrm_morph_bind] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.morph_binds, self.raw.morph_bind_count as usize) }
    }

    /// Colors that it changes.
    #[inline]
    pub fn color_binds(&self) -> &'a [sys::vrm_color_bind] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.color_binds, self.raw.color_bind_count as usize) }
    }

    /// Textures that it moves.
    #[inline]
    pub fn uv_binds(&self) -> &'a [sys::vrm_uv_bind] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.uv_binds, self.raw.uv_bind_count as usize) }
    }

    /// A `vrm_preset`; `None`: custom.
    #[inline]
    pub fn preset(&self) -> Option<crate::Preset> {
        (self.raw.preset.0 >= 0).then_some(self.raw.preset)
    }

    /// true: on above the threshold, else off.
    #[inline]
    pub fn is_binary(&self) -> bool {
        self.raw.is_binary != 0
    }

    /// 0.5; 0 in the draft (EX-007).
    #[inline]
    pub fn binary_threshold(&self) -> f32 {
        self.raw.binary_threshold
    }

    /// `ExpressionOverride`…
    #[inline]
    pub fn override_blink(&self) -> crate::ExpressionOverride {
        self.raw.override_blink
    }

    /// `ExpressionOverride`…
    #[inline]
    pub fn override_look_at(&self) -> crate::ExpressionOverride {
        self.raw.override_look_at
    }

    /// `ExpressionOverride`…
    #[inline]
    pub fn override_mouth(&self) -> crate::ExpressionOverride {
        self.raw.override_mouth
    }
}

impl<'a> view::View<'a> for Expression<'a> {
    type Raw = sys::vrm_expression;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Expression<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Expression<'_> {}

/// What the first-person camera draws.
#[derive(Copy, Clone)]
pub struct FirstPerson<'a> {
    pub(crate) raw: &'a sys::vrm_first_person,
}

impl<'a> FirstPerson<'a> {
    /// What AUTO hides, with all nodes below it; `None` if there is no head.
    #[inline]
    pub fn head_node(&self) -> Option<usize> {
        usize::try_from(self.raw.head_node).ok()
    }
}

impl<'a> view::View<'a> for FirstPerson<'a> {
    type Raw = sys::vrm_first_person;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for FirstPerson<'_> {}
// SAFETY: likewise.
unsafe impl Sync for FirstPerson<'_> {}

/// How an angle of lookAt becomes a rotation of an eye or a weight of an expression.
#[derive(Copy, Clone)]
pub struct RangeMap<'a> {
    pub(crate) raw: &'a sys::vrm_range_map,
}

impl<'a> RangeMap<'a> {
    /// Of 0.x, if it is not a straight line.
    #[inline]
    pub fn curve(&self) -> &'a [sys::vrm_curve_key] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.curve, self.raw.curve_key_count as usize) }
    }

    /// Angles above it count as this angle.
    #[inline]
    pub fn input_max_degrees(&self) -> f32 {
        self.raw.input_max_degrees
    }

    /// Degrees (bone) or weight (expression).
    #[inline]
    pub fn output_scale(&self) -> f32 {
        self.raw.output_scale
    }
}

impl<'a> view::View<'a> for RangeMap<'a> {
    type Raw = sys::vrm_range_map;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for RangeMap<'_> {}
// SAFETY: likewise.
unsafe impl Sync for RangeMap<'_> {}

/// How the avatar looks at things.
#[derive(Copy, Clone)]
pub struct LookAt<'a> {
    pub(crate) raw: &'a sys::vrm_look_at,
}

impl<'a> LookAt<'a> {
    /// false: the file has no lookAt; the fields have their defaults.
    #[inline]
    pub fn is_present(&self) -> bool {
        self.raw.is_present != 0
    }

    /// `LookAtType`…
    #[inline]
    pub fn r#type(&self) -> crate::LookAtType {
        self.raw.r#type
    }

    /// The position of the eyes, in meters, in the space of the head bone.
    #[inline]
    pub fn offset_from_head_bone(&self) -> &'a sys::vrm_vec3 {
        &self.raw.offset_from_head_bone
    }

    /// For an eye that turns towards the nose.
    #[inline]
    pub fn horizontal_inner(&self) -> RangeMap<'a> {
        RangeMap { raw: &self.raw.horizontal_inner }
    }

    /// For an eye that turns away from the nose.
    #[inline]
    pub fn horizontal_outer(&self) -> RangeMap<'a> {
        RangeMap { raw: &self.raw.horizontal_outer }
    }

    /// For looking down.
    #[inline]
    pub fn vertical_down(&self) -> RangeMap<'a> {
        RangeMap { raw: &self.raw.vertical_down }
    }

    /// For looking up.
    #[inline]
    pub fn vertical_up(&self) -> RangeMap<'a> {
        RangeMap { raw: &self.raw.vertical_up }
    }
}

impl<'a> view::View<'a> for LookAt<'a> {
    type Raw = sys::vrm_look_at;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for LookAt<'_> {}
// SAFETY: likewise.
unsafe impl Sync for LookAt<'_> {}

/// A group of colliders. Lists of colliders and of groups contain each element once, at its first
/// position in the file (SB-061).
#[derive(Copy, Clone)]
pub struct SpringColliderGroup<'a> {
    pub(crate) raw: &'a sys::vrm_spring_collider_group,
}

impl<'a> SpringColliderGroup<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Indices of its colliders.
    #[inline]
    pub fn colliders(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.colliders, self.raw.collider_count as usize) }
    }
}

impl<'a> view::View<'a> for SpringColliderGroup<'a> {
    type Raw = sys::vrm_spring_collider_group;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for SpringColliderGroup<'_> {}
// SAFETY: likewise.
unsafe impl Sync for SpringColliderGroup<'_> {}

/// A spring: a chain of simulated joints.
#[derive(Copy, Clone)]
pub struct Spring<'a> {
    pub(crate) raw: &'a sys::vrm_spring,
}

impl<'a> Spring<'a> {
    /// The name in the file; may be empty.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// Indices of its collider groups.
    #[inline]
    pub fn collider_groups(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.collider_groups, self.raw.collider_group_count as usize) }
    }

    /// Its joints follow each other in the joints of the model.
    #[inline]
    pub fn first_joint(&self) -> u32 {
        self.raw.first_joint
    }

    /// How many joints it has.
    #[inline]
    pub fn joint_count(&self) -> u32 {
        self.raw.joint_count
    }

    /// Node; `None`: the world.
    #[inline]
    pub fn center(&self) -> Option<usize> {
        usize::try_from(self.raw.center).ok()
    }
}

impl<'a> view::View<'a> for Spring<'a> {
    type Raw = sys::vrm_spring;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Spring<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Spring<'_> {}

/// All VRM tables of a file.
#[derive(Copy, Clone)]
pub struct Tables<'a> {
    pub(crate) raw: &'a sys::vrm_tables,
}

impl<'a> Tables<'a> {
    /// A `vrm_dialect` constant.
    #[inline]
    pub fn dialect(&self) -> crate::Dialect {
        self.raw.dialect
    }

    /// As the file writes it.
    #[inline]
    pub fn spec_version(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.spec_version) }
    }

    /// Author, license and permissions.
    #[inline]
    pub fn meta(&self) -> Meta<'a> {
        Meta { raw: &self.raw.meta }
    }

    /// Its bones.
    #[inline]
    pub fn humanoid(&self) -> &'a sys::vrm_humanoid {
        &self.raw.humanoid
    }

    /// What the first-person camera draws.
    #[inline]
    pub fn first_person(&self) -> FirstPerson<'a> {
        FirstPerson { raw: &self.raw.first_person }
    }

    /// How it looks at things.
    #[inline]
    pub fn look_at(&self) -> LookAt<'a> {
        LookAt { raw: &self.raw.look_at }
    }

    /// Presets first, in their order; then custom ones.
    #[inline]
    pub fn expressions(&self) -> List<'a, Expression<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.expressions, self.raw.expression_count as usize)) }
    }

    /// In the order of evaluation (NC-020).
    #[inline]
    pub fn constraints(&self) -> &'a [sys::vrm_constraint] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.constraints, self.raw.constraint_count as usize) }
    }

    /// Colliders of springs.
    #[inline]
    pub fn spring_colliders(&self) -> &'a [sys::vrm_spring_collider] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.spring_colliders, self.raw.spring_collider_count as usize) }
    }

    /// Groups of colliders.
    #[inline]
    pub fn spring_collider_groups(&self) -> List<'a, SpringColliderGroup<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.spring_collider_groups, self.raw.spring_collider_group_count as usize)) }
    }

    /// Chains of simulated joints.
    #[inline]
    pub fn springs(&self) -> List<'a, Spring<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.springs, self.raw.spring_count as usize)) }
    }

    /// Joints of all springs, one spring after the other.
    #[inline]
    pub fn spring_joints(&self) -> &'a [sys::vrm_spring_joint] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.spring_joints, self.raw.spring_joint_count as usize) }
    }

    /// Indices of joints in the order of updates (SB-040).
    #[inline]
    pub fn spring_joint_order(&self) -> &'a [i32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.spring_joint_order, self.raw.spring_joint_count as usize) }
    }

    /// The materials to draw: one for each of the file's materials, in the form of 1.0. Use these
    /// instead of the materials of `vrm_gltf`, which are those of the file (0.x differs).
    #[inline]
    pub fn materials(&self) -> List<'a, Material<'a>> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { List::new(view::slice(self.raw.materials, self.raw.material_count as usize)) }
    }

    /// One for each material.
    #[inline]
    pub fn mtoons(&self) -> &'a [sys::vrm_mtoon] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.mtoons, self.raw.material_count as usize) }
    }
}

impl<'a> view::View<'a> for Tables<'a> {
    type Raw = sys::vrm_tables;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Tables<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Tables<'_> {}

/// The result of the last update, as arrays of the avatar.
#[derive(Copy, Clone)]
pub struct Frame<'a> {
    pub(crate) raw: &'a sys::vrm_frame,
}

impl<'a> Frame<'a> {
    /// By node, relative to its parent.
    #[inline]
    pub fn local(&self) -> &'a [sys::vrm_trs] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.local, self.raw.node_count as usize) }
    }

    /// By node, to the world.
    #[inline]
    pub fn world(&self) -> &'a [sys::vrm_mat4] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.world, self.raw.node_count as usize) }
    }

    /// Of node n: from morph_offsets\[n\] to morph_offsets\[n + 1\].
    #[inline]
    pub fn morph_weights(&self) -> &'a [f32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.morph_weights, self.raw.morph_weight_count as usize) }
    }

    /// node_count + 1 of them.
    #[inline]
    pub fn morph_offsets(&self) -> &'a [u32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.morph_offsets, self.raw.node_count as usize + 1) }
    }

    /// By material.
    #[inline]
    pub fn materials(&self) -> &'a [sys::vrm_material_values] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.materials, self.raw.material_count as usize) }
    }

    /// As `vrm_avatar_expression_weight`.
    #[inline]
    pub fn expression_weights(&self) -> &'a [f32] {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::slice(self.raw.expression_weights, self.raw.expression_count as usize) }
    }
}

impl<'a> view::View<'a> for Frame<'a> {
    type Raw = sys::vrm_frame;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Frame<'_> {}
// SAFETY: likewise.
unsafe impl Sync for Frame<'_> {}

#[cfg(feature = "experimental")]
/// Properties of a clip.
#[derive(Clone)]
pub struct ClipInfo<'a> {
    pub(crate) raw: sys::vrm_clip_info,
    pub(crate) marker: core::marker::PhantomData<&'a crate::Clip>,
}

#[cfg(feature = "experimental")]
impl<'a> ClipInfo<'a> {
    /// A `ClipFormat` constant.
    #[inline]
    pub fn format(&self) -> crate::ClipFormat {
        self.raw.format
    }

    /// From 0 to the last key, in nanoseconds.
    #[inline]
    pub fn duration(&self) -> i64 {
        self.raw.duration
    }

    /// `VRM_BONE_BIT` of the bones that the clip sets.
    #[inline]
    pub fn bones(&self) -> u64 {
        self.raw.bones
    }

    /// Of those: bones whose rotation changes.
    #[inline]
    pub fn moving_bones(&self) -> u64 {
        self.raw.moving_bones
    }

    /// 1 << `Preset` of the presets that it sets.
    #[inline]
    pub fn presets(&self) -> u32 {
        self.raw.presets
    }

    /// `PoseParts` bits.
    #[inline]
    pub fn parts(&self) -> crate::PoseParts {
        self.raw.parts
    }

    /// Custom expressions.
    #[inline]
    pub fn custom_count(&self) -> u32 {
        self.raw.custom_count
    }

    /// Of all tracks together.
    #[inline]
    pub fn key_count(&self) -> u32 {
        self.raw.key_count
    }

    /// Tracks that change.
    #[inline]
    pub fn track_count(&self) -> u32 {
        self.raw.track_count
    }

    /// Animations of the file.
    #[inline]
    pub fn animation_count(&self) -> u32 {
        self.raw.animation_count
    }

    /// Of its densest track; 0 if there is no second key.
    #[inline]
    pub fn keys_per_second(&self) -> f32 {
        self.raw.keys_per_second
    }

    /// Of the source at rest, in meters: 1 hips height.
    #[inline]
    pub fn hips_height(&self) -> f32 {
        self.raw.hips_height
    }

    /// Meters for each unit of the file.
    #[inline]
    pub fn unit(&self) -> f32 {
        self.raw.unit
    }

    /// The largest turn of a bone from the last key to the first.
    #[inline]
    pub fn seam_degrees(&self) -> f32 {
        self.raw.seam_degrees
    }

    /// How far the hips jump there, in hips heights.
    #[inline]
    pub fn seam_hips(&self) -> f32 {
        self.raw.seam_hips
    }

    /// Of the animation; valid until the clip is released.
    #[inline]
    pub fn name(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.name) }
    }

    /// The family of skeletons, such as "mixamo"; "" for .vrma.
    #[inline]
    pub fn skeleton(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::text(self.raw.skeleton) }
    }

    /// Bytes of memory that the clip uses.
    #[inline]
    pub fn memory(&self) -> usize {
        self.raw.memory
    }

    /// Of the source's eyes from its head, in meters (AN-023).
    #[inline]
    pub fn eye_offset(&self) -> sys::vrm_vec3 {
        self.raw.eye_offset
    }

    /// true: the file defines it.
    #[inline]
    pub fn has_eye_offset(&self) -> bool {
        self.raw.has_eye_offset != 0
    }
}

#[cfg(feature = "experimental")]
// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for ClipInfo<'_> {}
#[cfg(feature = "experimental")]
// SAFETY: likewise.
unsafe impl Sync for ClipInfo<'_> {}

#[cfg(feature = "author")]
/// One change between a file and the file that was written from it.
#[derive(Copy, Clone)]
pub struct Change<'a> {
    pub(crate) raw: &'a sys::vrm_change,
}

#[cfg(feature = "author")]
impl<'a> Change<'a> {
    /// `ChangeKind`…
    #[inline]
    pub fn kind(&self) -> crate::ChangeKind {
        self.raw.kind
    }

    /// Such as "meta-license": for programs, and never reworded.
    #[inline]
    pub fn code(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.code) }
    }

    /// JSON pointer in the old file; "" if there was nothing.
    #[inline]
    pub fn from(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.from) }
    }

    /// JSON pointer in the new file; "" if there is nothing.
    #[inline]
    pub fn to(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.to) }
    }

    /// One sentence in English, without a full stop.
    #[inline]
    pub fn text(&self) -> &'a str {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::c_text(self.raw.text) }
    }
}

#[cfg(feature = "author")]
impl<'a> view::View<'a> for Change<'a> {
    type Raw = sys::vrm_change;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

#[cfg(feature = "author")]
// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Change<'_> {}
#[cfg(feature = "author")]
// SAFETY: likewise.
unsafe impl Sync for Change<'_> {}

#[cfg(feature = "author")]
/// One difference. Texts come from the files: they are untrusted, and may not be valid UTF-8.
#[derive(Copy, Clone)]
pub struct Difference<'a> {
    pub(crate) raw: &'a sys::vrm_difference,
}

#[cfg(feature = "author")]
impl<'a> Difference<'a> {
    /// `DiffPart` constant.
    #[inline]
    pub fn part(&self) -> crate::DiffPart {
        self.raw.part
    }

    /// `DiffKind` constant.
    #[inline]
    pub fn kind(&self) -> crate::DiffKind {
        self.raw.kind
    }

    /// The element, such as a spring or a bone; "": the whole part. For `DiffPart::OTHER`, the JSON
    /// pointer in the first file, or in the second if only that has it.
    #[inline]
    pub fn name(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.name) }
    }

    /// As the specification spells it; "": the whole element.
    #[inline]
    pub fn field(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.field) }
    }

    /// In the first model; strings are quoted. "": nothing.
    #[inline]
    pub fn from(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.from) }
    }

    /// In the second model.
    #[inline]
    pub fn to(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.to) }
    }

    /// How far the values are apart; negative if that is not a number.
    #[inline]
    pub fn amount(&self) -> f64 {
        self.raw.amount
    }

    /// Of `amount`: "m", "degrees", "triangles", "channels" or "".
    #[inline]
    pub fn unit(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.unit) }
    }

    /// Of a permission: "narrower", "wider" or "".
    #[inline]
    pub fn effect(&self) -> Cow<'a, str> {
        // SAFETY: the library gave this struct out, and what it points to lives as long.
        unsafe { view::any_c_text(self.raw.effect) }
    }
}

#[cfg(feature = "author")]
impl<'a> view::View<'a> for Difference<'a> {
    type Raw = sys::vrm_difference;
    unsafe fn new(raw: &'a Self::Raw) -> Self {
        Self { raw }
    }
}

#[cfg(feature = "author")]
// SAFETY: nothing changes it while it is borrowed.
unsafe impl Send for Difference<'_> {}
#[cfg(feature = "author")]
// SAFETY: likewise.
unsafe impl Sync for Difference<'_> {}
