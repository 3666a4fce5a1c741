//! Poses for any avatar.

use crate::view;
use crate::{
    ApplyFlags, AvatarRef, Bone, ExpressionLayer, Limb, Model, PoseParts, Preset, Quat, Vec3,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ptr;
use libvrm_sys as sys;

/// A pose for any avatar: bone rotations, hips, expressions and lookAt. What it does not set is
/// at rest, or stays.
///
/// ```
/// use libvrm::{Bone, Pose, Preset, Quat};
/// let mut pose = Pose::new();
/// pose.set_rotation(Bone::HEAD, Quat::new(0.0, 0.6, 0.0, 0.8));
/// pose.set_preset(Preset::HAPPY, 1.0);
/// let mut half = Pose::new();
/// half.fill(None);
/// half.blend(&pose, 0.5);
/// assert_eq!(half.preset(Preset::HAPPY), Some(1.0));
/// ```
///
/// Apply it with [`AvatarRef::apply_pose`].
pub struct Pose {
    raw: sys::vrm_pose,
    customs: Vec<sys::vrm_custom_weight>,
    names: Vec<Name>,
}

/// The name of a custom expression, with a NUL byte at its end.
type Name = Box<[u8]>;

// SAFETY: a pose points to its own memory alone.
unsafe impl Send for Pose {}
// SAFETY: likewise.
unsafe impl Sync for Pose {}

impl Default for Pose {
    fn default() -> Self {
        Self::new()
    }
}

impl Clone for Pose {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }
    fn clone_from(&mut self, source: &Self) {
        self.write(source.customs_set(), |out| {
            let own = (out.customs, out.custom_capacity);
            *out = source.raw;
            (out.customs, out.custom_capacity) = own;
            for index in 0..source.customs_set() {
                // SAFETY: there is room for the customs of the source.
                unsafe { *out.customs.add(index) = source.customs[index] };
            }
        });
    }
}

impl core::fmt::Debug for Pose {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("Pose")
            .field("bones", &self.raw.bones)
            .field("presets", &self.raw.presets)
            .field("parts", &self.raw.parts)
            .field("customs", &self.customs_set())
            .finish_non_exhaustive()
    }
}

impl Pose {
    /// An empty pose, which sets nothing.
    pub fn new() -> Self {
        // SAFETY: the function writes all of the pose.
        let raw = unsafe { view::prepared(|raw| sys::vrm_pose_init(raw)) };
        Self { raw, customs: Vec::new(), names: Vec::new() }
    }

    /// A relaxed standing pose: arms down beside the body.
    pub fn relaxed(model: &Model<'_>) -> Self {
        let mut pose = Self::new();
        // SAFETY: the model is alive. The pose has no customs.
        unsafe { sys::vrm_pose_relaxed(model.as_ptr(), &mut pose.raw) };
        pose
    }

    pub(crate) fn customs_set(&self) -> usize {
        self.raw.custom_count as usize
    }

    /// The pose for functions of C that read it.
    pub fn as_ptr(&self) -> *const sys::vrm_pose {
        &self.raw
    }

    /// Lets a function write the pose, with room for `capacity` customs. Their names may be in the
    /// memory of something else; the pose then keeps copies.
    pub(crate) fn write<T>(
        &mut self,
        capacity: usize,
        call: impl FnOnce(&mut sys::vrm_pose) -> T,
    ) -> T {
        let empty = sys::vrm_custom_weight {
            name: sys::vrm_string { data: c"".as_ptr(), length: 0 },
            weight: 0.0,
            custom: sys::VRM_NONE,
        };
        if self.customs.len() < capacity {
            self.customs.resize(capacity, empty);
        }
        self.raw.customs = self.customs.as_mut_ptr();
        self.raw.custom_capacity = view::count(&self.customs);
        let result = call(&mut self.raw);
        self.keep_names();
        result
    }

    fn keep_names(&mut self) {
        let count = self.customs_set().min(self.customs.len());
        if count == 0 {
            self.names.clear();
            return;
        }
        // Names that are not used any more go when they are the most.
        let mut kept = Vec::new();
        let is_full = self.names.len() > 2 * count + 16;
        let names = if is_full { &mut kept } else { &mut self.names };
        for custom in &mut self.customs[..count] {
            // SAFETY: the source of the name is alive: the function that wrote it borrows it.
            let bytes =
                unsafe { view::slice(custom.name.data.cast(), custom.name.length as usize) };
            custom.name.data = name_in(names, bytes).as_ptr().cast();
        }
        if is_full {
            self.names = kept;
        }
    }

    /// The bits of the bones that have a rotation: `1 << Bone`.
    pub fn bones(&self) -> u64 {
        self.raw.bones
    }

    /// The normalized rotation of a bone, if the pose sets it.
    pub fn rotation(&self, bone: Bone) -> Option<Quat> {
        let index = bone_index(bone)?;
        (self.raw.bones >> index & 1 != 0).then(|| self.raw.rotations[index])
    }

    /// Sets the normalized rotation of a bone: the identity is the T-pose.
    pub fn set_rotation(&mut self, bone: Bone, rotation: Quat) {
        if let Some(index) = bone_index(bone) {
            self.raw.bones |= 1 << index;
            self.raw.rotations[index] = rotation;
        }
    }

    /// The position of the hips from their rest position, in units of hips height.
    pub fn hips(&self) -> Option<Vec3> {
        self.raw.parts.contains(PoseParts::HIPS).then_some(self.raw.hips)
    }

    /// Sets the position of the hips.
    pub fn set_hips(&mut self, hips: Vec3) {
        self.raw.parts |= PoseParts::HIPS;
        self.raw.hips = hips;
    }

    /// The weight of a preset expression, if the pose sets it.
    pub fn preset(&self, preset: Preset) -> Option<f32> {
        let index = preset_index(preset)?;
        (self.raw.presets >> index & 1 != 0).then(|| self.raw.weights[index])
    }

    /// Sets the weight of a preset expression, 0 to 1.
    pub fn set_preset(&mut self, preset: Preset, weight: f32) {
        if let Some(index) = preset_index(preset) {
            self.raw.presets |= 1 << index;
            self.raw.weights[index] = weight;
        }
    }

    /// The custom expressions that it sets, with their weights.
    pub fn customs(&self) -> impl Iterator<Item = (&str, f32)> {
        self.customs[..self.customs_set()]
            .iter()
            // SAFETY: the pose owns the names of its customs.
            .map(|custom| (unsafe { view::text(custom.name) }, custom.weight))
    }

    /// Sets the weight of a custom expression by its name, 0 to 1.
    pub fn set_custom(&mut self, name: &str, weight: f32) {
        let found = self.customs().position(|(other, _)| other == name);
        let index = found.unwrap_or(self.customs_set());
        let name = view::string(name);
        self.write(index + 1, |raw| {
            // SAFETY: there is room for `index + 1` customs.
            unsafe {
                *raw.customs.add(index) =
                    sys::vrm_custom_weight { name, weight, custom: sys::VRM_NONE };
            }
            raw.custom_count = raw.custom_count.max(index as u32 + 1);
        });
    }

    /// The direction of the eyes, in degrees: to the avatar's left, and downwards.
    pub fn look_at_degrees(&self) -> Option<(f32, f32)> {
        let is_set = self.raw.parts.contains(PoseParts::LOOK_AT_DEGREES);
        is_set.then_some((self.raw.yaw_degrees, self.raw.pitch_degrees))
    }

    /// Sets the direction of the eyes, and removes a point to look at.
    pub fn set_look_at_degrees(&mut self, yaw: f32, pitch: f32) {
        self.raw.parts.0 &= !PoseParts::LOOK_AT_POINT.0;
        self.raw.parts |= PoseParts::LOOK_AT_DEGREES;
        (self.raw.yaw_degrees, self.raw.pitch_degrees) = (yaw, pitch);
    }

    /// The point that the eyes look at, under the root, in units of hips height.
    pub fn look_at_point(&self) -> Option<Vec3> {
        self.raw.parts.contains(PoseParts::LOOK_AT_POINT).then_some(self.raw.look_at)
    }

    /// Sets the point that the eyes look at, and removes a direction.
    pub fn set_look_at_point(&mut self, point: Vec3) {
        self.raw.parts.0 &= !PoseParts::LOOK_AT_DEGREES.0;
        self.raw.parts |= PoseParts::LOOK_AT_POINT;
        self.raw.look_at = point;
    }

    /// Fills unset entries from `base`, or from the T-pose.
    pub fn fill(&mut self, base: Option<&Pose>) {
        let capacity = self.customs_set() + base.map_or(0, Pose::customs_set);
        let base = base.map_or(ptr::null(), Pose::as_ptr);
        // SAFETY: both poses are prepared.
        self.write(capacity, |raw| unsafe { sys::vrm_pose_fill(raw, base) });
    }

    /// Keeps only some bones (`1 << Bone`), presets (`1 << Preset`) and parts.
    pub fn mask(&mut self, bones: u64, presets: u32, parts: PoseParts) {
        let capacity = self.customs_set();
        self.write(capacity, |raw| {
            // SAFETY: the pose is prepared.
            unsafe { sys::vrm_pose_mask(raw, bones, presets, parts) };
        });
    }

    /// Blends towards another pose: at weight 0 it stays, at 1 it is the other. An entry that only
    /// one of the two sets is taken from it in full.
    pub fn blend(&mut self, other: &Pose, weight: f32) {
        self.combine(other, |raw, other| {
            // SAFETY: both poses are prepared, and the result may be one of them.
            unsafe { sys::vrm_pose_blend(raw, other, weight, raw) };
        });
    }

    /// Adds a difference, the result of [`Pose::subtract`], by its weight.
    pub fn add(&mut self, difference: &Pose, weight: f32) {
        self.combine(difference, |raw, other| {
            // SAFETY: both poses are prepared, and the result may be one of them.
            unsafe { sys::vrm_pose_add(raw, other, weight, raw) };
        });
    }

    /// Makes it the difference from a reference pose, of entries that both set.
    pub fn subtract(&mut self, reference: &Pose) {
        self.combine(reference, |raw, other| {
            // SAFETY: both poses are prepared, and the result may be one of them.
            unsafe { sys::vrm_pose_subtract(raw, other, raw) };
        });
    }

    fn combine(
        &mut self,
        other: &Pose,
        call: impl FnOnce(*mut sys::vrm_pose, *const sys::vrm_pose),
    ) {
        let capacity = self.customs_set() + other.customs_set();
        self.write(capacity, |raw| call(raw, other.as_ptr()));
    }

    /// Swaps left and right, as a mirror does.
    pub fn mirror(&mut self) {
        // SAFETY: the pose is prepared. Its customs stay.
        unsafe { sys::vrm_pose_mirror(&mut self.raw) };
    }

    /// The position and rotation of a model's bone in this pose, relative to the root; `None` if
    /// the avatar does not have the bone.
    pub fn bone_transform(&self, model: &Model<'_>, bone: Bone) -> Option<(Vec3, Quat)> {
        let (mut position, mut rotation) = (Vec3::default(), Quat::default());
        let model = model.as_ptr();
        // SAFETY: the model is alive, the pose is prepared, and both results have their memory.
        let found = unsafe {
            sys::vrm_pose_get_bone_transform(&self.raw, model, bone, &mut position, &mut rotation)
        };
        (found != 0).then_some((position, rotation))
    }

    /// Bends an arm or leg so that its hand or foot is at a point, in meters relative to the root.
    /// Returns how far the point is out of reach, 0 if it is reached; `None` if the avatar does
    /// not have the limb.
    pub fn reach(&mut self, model: &Model<'_>, limb: Limb, to: &Reach) -> Option<f32> {
        let bend = to.bend.as_ref().map_or(ptr::null(), ptr::from_ref);
        let end = to.end.as_ref().map_or(ptr::null(), ptr::from_ref);
        let (model, pose) = (model.as_ptr(), &mut self.raw);
        // SAFETY: the model is alive, and the pose is prepared. Its customs stay.
        let left =
            unsafe { sys::vrm_pose_reach(pose, model, limb, &to.target, bend, end, to.weight) };
        (left >= 0.0).then_some(left)
    }

    /// The pose for a function of this crate that changes no customs.
    pub(crate) fn raw_mut(&mut self) -> &mut sys::vrm_pose {
        &mut self.raw
    }
}

/// Where [`Pose::reach`] puts a hand or foot.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// In meters, relative to the root.
    pub target: Vec3,
    /// Where the elbow or knee points. `None`: as in the pose.
    pub bend: Option<Vec3>,
    /// The rotation of the hand or foot from the T-pose. `None`: as in the pose.
    pub end: Option<Quat>,
    /// 0 to 1: the amount of the change.
    pub weight: f32,
}

impl Reach {
    /// Reaches a point in full.
    pub fn new(target: Vec3) -> Self {
        Self { target, bend: None, end: None, weight: 1.0 }
    }
}

/// The name in a list, which gets it if it does not have it.
fn name_in<'n>(names: &'n mut Vec<Name>, bytes: &[u8]) -> &'n Name {
    let found = names.iter().position(|name| name.split_last().is_some_and(|(_, n)| n == bytes));
    let index = found.unwrap_or_else(|| {
        let mut name = Vec::with_capacity(bytes.len() + 1);
        name.extend_from_slice(bytes);
        name.push(0);
        names.push(name.into_boxed_slice());
        names.len() - 1
    });
    &names[index]
}

fn bone_index(bone: Bone) -> Option<usize> {
    usize::try_from(bone.0).ok().filter(|&index| index < Bone::COUNT.0 as usize)
}

fn preset_index(preset: Preset) -> Option<usize> {
    usize::try_from(preset.0).ok().filter(|&index| index < Preset::COUNT.0 as usize)
}

/// Settings of [`AvatarRef::apply_pose`].
#[derive(Clone, Copy, Debug)]
pub struct ApplyOptions<'o> {
    /// [`ApplyFlags`] bits. Default: none.
    pub flags: ApplyFlags,
    /// The result of [`Clip::bind`](crate::Clip::bind). `None`: names are looked up.
    pub bindings: Option<&'o [i32]>,
    /// The layer of the expressions. Default: [`ExpressionLayer::MOTION`].
    pub layer: ExpressionLayer,
}

impl Default for ApplyOptions<'_> {
    fn default() -> Self {
        let desc = sys::vrm_apply_desc::default();
        Self { flags: desc.flags, bindings: None, layer: desc.layer }
    }
}

impl AvatarRef {
    /// Writes a pose into the inputs of the avatar: its bones, its hips, a layer of its
    /// expressions and its lookAt. The next update shows it.
    pub fn apply_pose(&mut self, pose: &Pose) {
        // SAFETY: the avatar is alive, and the pose is prepared.
        unsafe { sys::vrm_avatar_apply_pose(self.as_ptr(), &pose.raw, ptr::null()) };
    }

    /// The same with settings.
    pub fn apply_pose_with(&mut self, pose: &Pose, options: &ApplyOptions<'_>) {
        let mut desc = sys::vrm_apply_desc {
            flags: options.flags,
            layer: options.layer,
            ..sys::vrm_apply_desc::default()
        };
        if let Some(bindings) = options.bindings {
            desc.custom_bindings = bindings.as_ptr();
            desc.custom_binding_count = view::count(bindings);
        }
        // SAFETY: the avatar is alive, the pose is prepared, and the bindings have their count.
        unsafe { sys::vrm_avatar_apply_pose(self.as_ptr(), &pose.raw, &desc) };
    }

    /// Reads the inputs of the avatar as a pose: apply it to another avatar to copy the pose.
    pub fn read_pose(&self, pose: &mut Pose) {
        let capacity = self.frame().raw.expression_count as usize;
        // SAFETY: the avatar is alive, and the pose is prepared.
        pose.write(capacity, |raw| unsafe { sys::vrm_avatar_read_pose(self.as_ptr(), raw) });
    }
}

/// The bits of the bones of a group, for masks.
pub fn bones_of(group: crate::BoneGroup) -> u64 {
    // SAFETY: any value is allowed.
    unsafe { sys::vrm_bone_group_bones(group) }
}
