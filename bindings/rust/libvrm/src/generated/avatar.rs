//! Methods of `AvatarRef` that pass values on. Written by tools/make/make-rust from
//! api.json: do not edit.

use crate::AvatarRef;
use libvrm_sys as sys;

impl AvatarRef {
    /// Updates the frame: calls all stages in the order of the specification, from
    /// `AvatarRef::update_pose` to `AvatarRef::update_springs`.
    ///
    /// - `dt`: Seconds since the last update; it moves springs and UV animation. 0, negative values and
    ///   NaN let no time pass (SB-041).
    #[inline]
    pub fn update(&mut self, dt: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update(self.as_ptr(), dt) };
    }

    /// Moves the avatar. Its springs react to the motion.
    ///
    /// - `root`: From the avatar's space to the world. Scale should be uniform and positive.
    #[inline]
    pub fn set_root(&mut self, root: &crate::Trs) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_root(self.as_ptr(), root) };
    }

    /// Returns the root that was set last.
    #[inline]
    pub fn root(&self) -> crate::Trs {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Trs = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_root(self.as_ptr(), &mut out) };
        out
    }

    /// Teleports the avatar without disturbing its springs (SB-051).
    ///
    /// - `root`: From the avatar's space to the world.
    /// - `keep_shape`: true: springs keep their shape and motion as seen from the root. false: they
    ///   restart from their rest pose at the next update.
    #[inline]
    pub fn teleport(&mut self, root: &crate::Trs, keep_shape: bool) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_teleport(self.as_ptr(), root, i32::from(keep_shape)) };
    }

    /// Moves the world's origin: adds `shift` to the root, to all state in world space and to the
    /// target of lookAt. The picture does not change.
    ///
    /// - `shift`: Added to every position in the world, in meters.
    #[inline]
    pub fn shift_origin(&mut self, shift: crate::Vec3) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_shift_origin(self.as_ptr(), &shift) };
    }

    /// Sets the pose of all nodes back to rest.
    #[inline]
    pub fn reset_pose(&mut self) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_reset_pose(self.as_ptr()) };
    }

    /// Sets the normalized rotation of a bone (TP-020). It is the identity in the T-pose, and relative
    /// to the parent bone. It means the same for every avatar, regardless of rest rotations and of the
    /// direction that the file faces: its axes are those of an avatar that faces +Z.
    ///
    /// - `bone`: A `Bone` constant.
    /// - `rotation`: A quaternion; it is normalized.
    #[inline]
    pub fn set_bone_rotation(&mut self, bone: crate::Bone, rotation: crate::Quat) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_bone_rotation(self.as_ptr(), bone, &rotation) };
    }

    /// Returns the normalized rotation of a bone in the pose.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_rotation(&self, bone: crate::Bone) -> crate::Quat {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Quat = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_bone_rotation(self.as_ptr(), bone, &mut out) };
        out
    }

    /// Sets the local rotation of a bone's node in the pose.
    ///
    /// - `bone`: A `Bone` constant.
    /// - `rotation`: A quaternion; it is normalized.
    #[inline]
    pub fn set_bone_local_rotation(&mut self, bone: crate::Bone, rotation: crate::Quat) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_bone_local_rotation(self.as_ptr(), bone, &rotation) };
    }

    /// Sets the position of the hips, relative to the root. The hips are the only bone that a humanoid
    /// pose moves (HU-013).
    ///
    /// - `position`: In meters, for an avatar that faces +Z. At rest it is that of
    ///   `Model::bone_rest_position`.
    #[inline]
    pub fn set_hips_position(&mut self, position: crate::Vec3) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_hips_position(self.as_ptr(), &position) };
    }

    /// Returns the position of the hips in the pose, relative to the root.
    #[inline]
    pub fn hips_position(&self) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_hips_position(self.as_ptr(), &mut out) };
        out
    }

    /// Makes the avatar look at a point in the world.
    ///
    /// - `target`: In meters.
    #[inline]
    pub fn look_at(&mut self, target: crate::Vec3) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_look_at_target(self.as_ptr(), &target) };
    }

    /// Makes the avatar look in a direction, relative to its head (LA-006).
    ///
    /// - `yaw_degrees`: Positive to the avatar's left.
    /// - `pitch_degrees`: Positive downwards.
    #[inline]
    pub fn set_look_at_degrees(&mut self, yaw_degrees: f32, pitch_degrees: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_look_at_degrees(self.as_ptr(), yaw_degrees, pitch_degrees) };
    }

    /// Switches lookAt off: the eyes follow the pose (LA-033).
    #[inline]
    pub fn set_look_at_off(&mut self) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_look_at_off(self.as_ptr()) };
    }

    /// Returns the settings of lookAt and the result of the last update.
    #[inline]
    pub fn look_at_state(&self) -> crate::LookAtState {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::LookAtState = unsafe { core::mem::zeroed() };
        out.struct_size = size_of_val(&out) as u32;
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_look_at(self.as_ptr(), &mut out) };
        out
    }

    /// Returns the point between the eyes in the world: the origin of lookAt, and the position of a
    /// first-person camera (FP-013).
    #[inline]
    pub fn eye_position(&self) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_eye_position(self.as_ptr(), &mut out) };
        out
    }

    /// Sets an expression in the layer `ExpressionLayer::APPLICATION`. It stays until it is set again.
    ///
    /// - `expression`: An index into the expressions of `Tables`. `None`, which
    ///   `Model::find_expression` returns if the avatar lacks an expression, does nothing.
    /// - `weight`: 0 to 1; clamped, NaN counts as 0 (EX-005).
    #[inline]
    pub fn set_expression(&mut self, expression: usize, weight: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_expression(self.as_ptr(), crate::view::index(expression), weight) };
    }

    /// Sets an expression in one layer. It stays until it is set again.
    ///
    /// - `layer`: A `ExpressionLayer` constant other than `ExpressionLayer::LOOK_AT`.
    /// - `expression`: An index into the expressions of `Tables`.
    /// - `weight`: 0 to 1; clamped, NaN counts as 0 (EX-005).
    #[inline]
    pub fn set_layer_expression(&mut self, layer: crate::ExpressionLayer, expression: usize, weight: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_layer_expression(self.as_ptr(), layer, crate::view::index(expression), weight) };
    }

    /// Returns the weight of an expression in one layer.
    ///
    /// - `layer`: A `ExpressionLayer` constant.
    /// - `expression`: An index into the expressions of `Tables`.
    ///
    /// Returns: 0 to 1.
    #[inline]
    pub fn layer_expression(&self, layer: crate::ExpressionLayer, expression: usize) -> f32 {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_layer_expression(self.as_ptr(), layer, crate::view::index(expression)) }
    }

    /// Sets the weight of a layer (default: 1). 0 switches the layer off.
    ///
    /// - `layer`: A `ExpressionLayer` constant.
    /// - `weight`: 0 to 1; clamped.
    #[inline]
    pub fn set_expression_layer_weight(&mut self, layer: crate::ExpressionLayer, weight: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_expression_layer_weight(self.as_ptr(), layer, weight) };
    }

    /// Returns the weight of a layer.
    ///
    /// - `layer`: A `ExpressionLayer` constant.
    ///
    /// Returns: 0 to 1.
    #[inline]
    pub fn expression_layer_weight(&self, layer: crate::ExpressionLayer) -> f32 {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_expression_layer_weight(self.as_ptr(), layer) }
    }

    /// Sets all expressions of a layer to 0.
    ///
    /// - `layer`: A `ExpressionLayer` constant.
    #[inline]
    pub fn clear_expression_layer(&mut self, layer: crate::ExpressionLayer) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_clear_expression_layer(self.as_ptr(), layer) };
    }

    /// Returns the effective weight of an expression after the last update: after isBinary and
    /// overrides.
    ///
    /// - `expression`: An index into the expressions of `Tables`.
    ///
    /// Returns: 0 to 1.
    #[inline]
    pub fn expression_weight(&self, expression: usize) -> f32 {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_expression_weight(self.as_ptr(), crate::view::index(expression)) }
    }

    /// Assigns a custom expression to a class that overrides act on (EX-017). The class of a preset
    /// does not change.
    ///
    /// - `expression`: An index into the expressions of `Tables`.
    /// - `expression_class`: A `ExpressionClass` constant.
    #[inline]
    pub fn set_expression_class(&mut self, expression: usize, expression_class: crate::ExpressionClass) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_expression_class(self.as_ptr(), crate::view::index(expression), expression_class) };
    }

    /// First stage: copies the pose into the frame and computes world transforms. If your engine has
    /// its own update order, call the stages one by one. The result has the same bits as that of
    /// `AvatarRef::update`.
    #[inline]
    pub fn update_pose(&mut self) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update_pose(self.as_ptr()) };
    }

    /// Second stage: lookAt.
    #[inline]
    pub fn update_look_at(&mut self) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update_look_at(self.as_ptr()) };
    }

    /// Third stage: expressions, morph weights and material values.
    ///
    /// - `dt`: Seconds since the last update; it moves UV animation.
    #[inline]
    pub fn update_expressions(&mut self, dt: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update_expressions(self.as_ptr(), dt) };
    }

    /// Fourth stage: node constraints.
    #[inline]
    pub fn update_constraints(&mut self) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update_constraints(self.as_ptr()) };
    }

    /// Fifth stage: springs.
    ///
    /// - `dt`: Seconds since the last update.
    #[inline]
    pub fn update_springs(&mut self, dt: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_update_springs(self.as_ptr(), dt) };
    }

    /// Copies the settings of an avatar to an avatar of another model: root, pose of the humanoid
    /// bones, and of other nodes by name, lookAt, expressions and their layers by name, spring modes,
    /// weights and winds by name, and the user pointer. Use it to replace an avatar after its file was
    /// exported again. Springs restart from rest.
    ///
    /// - `from`: The avatar that is replaced.
    #[inline]
    pub fn carry_over(&mut self, from: &AvatarRef) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_carry_over(self.as_ptr(), from.as_ptr()) };
    }

    /// Returns the values of a material that expressions and UV animation change: an element of
    /// `materials` of the frame. `Model::material` has the other values.
    ///
    /// - `index`: The index of a material, or `None`.
    ///
    /// Returns: the values; those of glTF's default material for `None`, an index out of range or
    /// `None`. Never `None`.
    #[inline]
    pub fn material_values(&self, index: Option<usize>) -> &crate::MaterialValues {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { &*sys::vrm_avatar_material_values(self.as_ptr(), crate::view::index_or(index, sys::VRM_NONE)) }
    }

    /// Returns the position of a bone in the world after the last update.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_position(&self, bone: crate::Bone) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_bone_position(self.as_ptr(), bone, &mut out) };
        out
    }

    /// Returns the world matrix of a bone after the last update.
    ///
    /// - `bone`: A `Bone` constant.
    #[inline]
    pub fn bone_matrix(&self, bone: crate::Bone) -> crate::Mat4 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Mat4 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_bone_matrix(self.as_ptr(), bone, &mut out) };
        out
    }

    /// Returns the matrix from a node's space to the model's space, which does not depend on the root
    /// (GL-020).
    ///
    /// - `node`: The index of a node.
    #[inline]
    pub fn node_in_model(&self, node: usize) -> crate::Mat4 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Mat4 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_node_in_model(self.as_ptr(), crate::view::index(node), &mut out) };
        out
    }

    /// Returns a box in the world around the avatar after the last update: for culling and for framing
    /// a camera. It is an estimate from the node positions and from the extent of the meshes around
    /// them at rest. It does not read the payload.
    #[inline]
    pub fn bounds(&self) -> Option<(crate::Vec3, crate::Vec3)> {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out_least: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out_most: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        (unsafe { sys::vrm_avatar_get_bounds(self.as_ptr(), &mut out_least, &mut out_most) } != 0).then_some((out_least, out_most))
    }

    /// Restarts springs from their rest pose at the next update (SB-051).
    ///
    /// - `spring`: An index into the springs of `Tables`, or `None`.
    #[inline]
    pub fn reset_springs(&mut self, spring: Option<usize>) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_reset_springs(self.as_ptr(), crate::view::index_or(spring, sys::VRM_ALL)) };
    }

    /// Sets the mode of a spring.
    ///
    /// - `spring`: An index into the springs of `Tables`, or `None`.
    /// - `mode`: A `SpringMode` constant.
    #[inline]
    pub fn set_spring_mode(&mut self, spring: Option<usize>, mode: crate::SpringMode) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_spring_mode(self.as_ptr(), crate::view::index_or(spring, sys::VRM_ALL), mode) };
    }

    /// Returns the mode of a spring.
    ///
    /// - `spring`: An index into the springs of `Tables`.
    ///
    /// Returns: a `SpringMode` constant; `SpringMode::OFF` for an index out of range.
    #[inline]
    pub fn spring_mode(&self, spring: usize) -> crate::SpringMode {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_spring_mode(self.as_ptr(), crate::view::index(spring)) }
    }

    /// Sets how much of a spring's motion is shown; the rest is the pose. The simulation does not
    /// change.
    ///
    /// - `spring`: An index into the springs of `Tables`, or `None`.
    /// - `weight`: 0 to 1; clamped.
    #[inline]
    pub fn set_spring_weight(&mut self, spring: Option<usize>, weight: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_spring_weight(self.as_ptr(), crate::view::index_or(spring, sys::VRM_ALL), weight) };
    }

    /// Returns how much of a spring's motion is shown.
    ///
    /// - `spring`: An index into the springs of `Tables`.
    ///
    /// Returns: 0 to 1; 0 for an index out of range.
    #[inline]
    pub fn spring_weight(&self, spring: usize) -> f32 {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_spring_weight(self.as_ptr(), crate::view::index(spring)) }
    }

    /// Sets the wind: a force that acts on all springs in addition to gravity (SB-053).
    ///
    /// - `force`: In world space, in the unit of gravityPower.
    #[inline]
    pub fn set_wind(&mut self, force: crate::Vec3) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_wind(self.as_ptr(), &force) };
    }

    /// Returns the force that acts on all springs.
    #[inline]
    pub fn wind(&self) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_wind(self.as_ptr(), &mut out) };
        out
    }

    /// Sets a force that acts on one spring, in addition to that of `AvatarRef::set_wind`.
    ///
    /// - `spring`: An index into the springs of `Tables`, or `None`.
    /// - `force`: In world space, in the unit of gravityPower.
    #[inline]
    pub fn set_spring_wind(&mut self, spring: Option<usize>, force: crate::Vec3) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_spring_wind(self.as_ptr(), crate::view::index_or(spring, sys::VRM_ALL), &force) };
    }

    /// Returns the force that acts on one spring alone.
    ///
    /// - `spring`: An index into the springs of `Tables`.
    #[inline]
    pub fn spring_wind(&self, spring: usize) -> crate::Vec3 {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::Vec3 = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_spring_wind(self.as_ptr(), crate::view::index(spring), &mut out) };
        out
    }

    /// Sets the node whose space a spring moves in. Its motion continues.
    ///
    /// - `spring`: An index into the springs of `Tables`.
    /// - `node`: The index of a node; `None` is the world.
    #[inline]
    pub fn set_spring_center(&mut self, spring: usize, node: Option<usize>) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_spring_center(self.as_ptr(), crate::view::index(spring), crate::view::index_or(node, sys::VRM_NONE)) };
    }

    /// Returns the node whose space a spring moves in.
    ///
    /// - `spring`: An index into the springs of `Tables`.
    #[inline]
    pub fn spring_center(&self, spring: usize) -> Option<usize> {
        // SAFETY: the object is alive, and pointers are valid for the call.
        usize::try_from(unsafe { sys::vrm_avatar_spring_center(self.as_ptr(), crate::view::index(spring)) }).ok()
    }

    /// Returns the settings of a joint.
    ///
    /// - `joint`: An index into the spring joints of `Tables`.
    #[inline]
    pub fn spring_joint(&self, joint: usize) -> crate::SpringJointSettings {
        // SAFETY: numbers alone, for which zeros are valid.
        let mut out: crate::SpringJointSettings = unsafe { core::mem::zeroed() };
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_get_spring_joint(self.as_ptr(), crate::view::index(joint), &mut out) };
        out
    }

    /// Changes the settings of a joint. Values out of range are clamped as on loading.
    ///
    /// - `joint`: An index into the spring joints of `Tables`.
    /// - `settings`: The settings; `None` means those of the file.
    #[inline]
    pub fn set_spring_joint(&mut self, joint: usize, settings: Option<&crate::SpringJointSettings>) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_spring_joint(self.as_ptr(), crate::view::index(joint), settings.map_or(core::ptr::null(), core::ptr::from_ref)) };
    }

    /// Sets a collider of the application. It acts on every spring, after the spring's own colliders.
    ///
    /// - `index`: Below the collider_capacity of the desc.
    /// - `collider`: The collider; `None` removes it. If its node is `None`, then offset, tail and
    ///   radius are in world space; else in the space of the node as pose, lookAt and constraints place
    ///   it.
    #[inline]
    pub fn set_collider(&mut self, index: u32, collider: Option<&crate::SpringCollider>) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_set_collider(self.as_ptr(), index, collider.map_or(core::ptr::null(), core::ptr::from_ref)) };
    }

    /// Restarts the springs and simulates them with the present inputs. The first frame then shows hair
    /// at rest under gravity. Call it after `AvatarRef::update`.
    ///
    /// - `seconds`: The simulated time; at most 10.
    #[inline]
    pub fn warm_up(&mut self, seconds: f32) {
        // SAFETY: the object is alive, and pointers are valid for the call.
        unsafe { sys::vrm_avatar_warm_up(self.as_ptr(), seconds) };
    }
}
