//! Methods of `Model` that pass values on. Written by tools/make/make-rust from
//! api.json: do not edit.

use crate::Model;
use libvrm_sys as sys;

impl Model<'_> {
    /// Returns a material as it is drawn: an element of `materials` of the tables. A primitive without
    /// a material (`vrm_primitive`.material is `None`) has glTF's default material: white, metallic 1,
    /// roughness 1.
    ///
    /// - `index`: The index of a material, or `None`.
    ///
    /// Returns: the material; the default material for `None`, an index out of range or `None`. Never
    /// `None`.
    #[inline]
    pub fn material(&self, index: Option<usize>) -> crate::Material<'_> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        crate::Material { raw: unsafe { &*sys::vrm_model_material(self.as_ptr(), crate::view::index_or(index, sys::VRM_NONE)) } }
    }

    /// Returns the MToon values of a material: an element of `mtoons` of the tables.
    ///
    /// - `index`: The index of a material, or `None`.
    ///
    /// Returns: mToon's values, whose `is_present` is 0 if the material is not MToon, for `None`, an
    /// index out of range or `None`. Never `None`.
    #[inline]
    pub fn mtoon(&self, index: Option<usize>) -> &crate::Mtoon {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { &*sys::vrm_model_mtoon(self.as_ptr(), crate::view::index_or(index, sys::VRM_NONE)) }
    }

    /// Returns how much memory a model uses, without a borrowed payload.
    ///
    /// Returns: bytes.
    #[inline]
    pub fn memory_size(&self) -> usize {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_memory_size(self.as_ptr()) }
    }

    /// Finds an expression by name. Preset names are those of 1.0 ("happy", "aa", "blink") for files of
    /// all VRM versions. If no expression has the name, the preset names of 0.x ("joy", "a", "blink_l")
    /// are accepted too.
    ///
    /// - `name`: The name; upper and lower case differ, but not in preset names of 0.x.
    #[inline]
    pub fn find_expression(&self, name: &str) -> Option<usize> {
        let name = crate::view::CText::new(name)?;
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_find_expression(self.as_ptr(), name.as_ptr()) }).ok()
    }

    /// Finds the expression of a preset.
    ///
    /// - `preset`: A `Preset` constant.
    #[inline]
    pub fn find_preset(&self, preset: crate::Preset) -> Option<usize> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_find_preset(self.as_ptr(), preset) }).ok()
    }

    /// Finds a node by name.
    ///
    /// - `name`: The name; upper and lower case differ.
    #[inline]
    pub fn find_node(&self, name: &str) -> Option<usize> {
        let name = crate::view::CText::new(name)?;
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_find_node(self.as_ptr(), name.as_ptr()) }).ok()
    }

    /// Finds a spring by name.
    ///
    /// - `name`: The name; upper and lower case differ.
    #[inline]
    pub fn find_spring(&self, name: &str) -> Option<usize> {
        let name = crate::view::CText::new(name)?;
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_find_spring(self.as_ptr(), name.as_ptr()) }).ok()
    }

    /// Finds a material by name.
    ///
    /// - `name`: The name; upper and lower case differ.
    #[inline]
    pub fn find_material(&self, name: &str) -> Option<usize> {
        let name = crate::view::CText::new(name)?;
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_find_material(self.as_ptr(), name.as_ptr()) }).ok()
    }

    /// Returns the node of a humanoid bone.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_node(&self, bone: crate::Bone) -> Option<usize> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_model_bone_node(self.as_ptr(), bone) }).ok()
    }

    /// Returns the humanoid bone of a node.
    ///
    /// - `node`: The index of a node.
    ///
    /// Returns: a `Bone` constant; `None` if the node is not a humanoid bone.
    #[inline]
    pub fn bone_of_node(&self, node: usize) -> Option<crate::Bone> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        let found = unsafe { sys::vrm_model_bone_of_node(self.as_ptr(), crate::view::index(node)) };
        (found.0 >= 0).then_some(found)
    }

    /// Returns the nearest humanoid bone above a bone that the avatar has (HU-017).
    ///
    /// - `bone`: A `Bone` constant.
    ///
    /// Returns: a `Bone` constant; `None` for the hips.
    #[inline]
    pub fn bone_parent(&self, bone: crate::Bone) -> Option<crate::Bone> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        let found = unsafe { sys::vrm_model_bone_parent(self.as_ptr(), bone) };
        (found.0 >= 0).then_some(found)
    }

    /// Returns the rest position of a bone, in meters, in the space of the model turned to face +Z.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_rest_position(&self, bone: crate::Bone) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_get_bone_rest_position(self.as_ptr(), bone, &mut out) };
        out
    }

    /// Returns the axes of a bone at rest (HU-016), in the space of the model: x along the bone, y the
    /// fixed axis of the specification's table, z across.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_axes(&self, bone: crate::Bone) -> Option<[crate::Vec3; 3]> {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out_axes: [crate::Vec3; 3] = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        (unsafe { sys::vrm_model_get_bone_axes(self.as_ptr(), bone, out_axes.as_mut_ptr()) } != 0).then_some(out_axes)
    }

    /// Returns which stages of an update may write the rotation of a node.
    ///
    /// - `node`: The index of a node.
    ///
    /// Returns: vRM_WRITER_ bits; 0: only the application writes it.
    #[inline]
    pub fn node_writers(&self, node: usize) -> crate::Writers {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_node_writers(self.as_ptr(), crate::view::index(node)) }
    }

    /// Returns what the first-person camera draws of a node with a mesh; `auto` is resolved by FP-005
    /// to FP-009. For `auto` it reads the payload. This takes time in proportion to the mesh, and
    /// during the call memory of the model's allocator: call it once for each node and keep the result.
    ///
    /// - `node`: The index of a node with a mesh.
    ///
    /// Returns: a `FirstPersonType` constant, never `FirstPersonType::AUTO`; `FirstPersonType::SPLIT`
    /// if the payload cannot be read.
    #[inline]
    pub fn first_person(&self, node: usize) -> crate::FirstPersonType {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_first_person(self.as_ptr(), crate::view::index(node)) }
    }

    /// Returns how many floats an accessor holds: its count times its components.
    ///
    /// - `accessor`: The index of an accessor.
    ///
    /// Returns: the count; 0 for an accessor that cannot be used.
    #[inline]
    pub fn accessor_floats(&self, accessor: usize) -> usize {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_accessor_floats(self.as_ptr(), crate::view::index(accessor)) }
    }

    /// Returns how many numbers of an accessor are not finite in the file: NaN or infinite. The
    /// functions that read return 0 for them. It reads all of the accessor's bytes.
    ///
    /// - `accessor`: The index of an accessor.
    ///
    /// Returns: the count; 0 for an accessor that cannot be used, and for one of integers.
    #[inline]
    pub fn accessor_not_finite(&self, accessor: usize) -> usize {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_model_accessor_not_finite(self.as_ptr(), crate::view::index(accessor)) }
    }

    /// Reads the format and the size of an image from its first bytes. It decodes nothing: the rest of
    /// the image may be damaged.
    ///
    /// - `image`: The index of an image.
    #[inline]
    pub fn image_header(&self, image: usize) -> Result<crate::ImageHeader, crate::Error> {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::ImageHeader = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        crate::Error::check(unsafe { sys::vrm_model_get_image_header(self.as_ptr(), crate::view::index(image), &mut out) })?;
        Ok(out)
    }
}
