//! vrm-runtime, in the order of its own AvatarRuntime::update. Its runtime cannot move the avatar, nor turn nodes that are no
//! bones. A host does so with the parts that it exports: matrices of nodes, constraints and springs.
use glam::{Mat4, Quat, Vec3};
use protocol::{Avatar, Result, error, json_of, serve, skipped};
use serde_json::{Value, json};
use std::sync::Arc;
use vrm_runtime::{
    AvatarAsset, AvatarRuntime, BoneUpdate, CameraMode, FrameSnapshot, HumanBone, PlaybackOptions, SpringBoneSimulator, VrmAnimation,
    solve_constraints,
};

const VERSION: &str = "0.1.0";

struct Peer {
    asset: Arc<AvatarAsset>,
    runtime: AvatarRuntime,
    springs: SpringBoneSimulator,
    root: (Vec3, Quat),
    target: Option<Vec3>,
    turned: Vec<(u32, Quat)>,
    world: Vec<Mat4>,
    frame: Option<FrameSnapshot>,
    materials: Vec<Value>,
}

fn load(file: &[u8], clip: Option<&[u8]>) -> Result<Box<dyn Avatar>> {
    let json = json_of(file).unwrap_or_default();
    let uses = |name: &str| json["extensionsUsed"].as_array().is_some_and(|used| used.iter().any(|one| one == name));
    if uses("VRM") {
        return skipped("it is for VRM 1.0"); // its Capabilities say so
    }
    if uses("VRMC_springBone_limit") {
        return skipped("it does not read VRMC_springBone_limit");
    }
    let asset = Arc::new(AvatarAsset::from_bytes(file).map_err(error)?);
    let mut runtime = AvatarRuntime::new(asset.clone());
    runtime.set_constraints_enabled(false);
    runtime.set_spring_bone_enabled(false);
    if let Some(clip) = clip {
        runtime.play(VrmAnimation::from_bytes(clip).map_err(error)?, PlaybackOptions::default()).map_err(error)?;
        runtime.pause();
    }
    let world = asset.compute_world_matrices(&[]);
    let materials = json["materials"].as_array().cloned().unwrap_or_default();
    let (root, springs) = ((Vec3::ZERO, Quat::IDENTITY), SpringBoneSimulator::new());
    Ok(Box::new(Peer { asset, runtime, springs, root, target: None, turned: vec![], world, frame: None, materials }))
}

fn quaternion(value: &[f32]) -> Quat {
    Quat::from_slice(value).normalize()
}

impl Peer {
    fn node(&self, name: &str) -> Result<usize> {
        let found = self.asset.nodes().iter().position(|node| node.name.as_deref() == Some(name));
        found.ok_or_else(|| error(format!("no node {name}")))
    }

    // Its names are those of its enumeration.
    fn bone(&self, name: &str) -> Option<(HumanBone, usize)> {
        let bones = self.asset.humanoid().bones().map(|(bone, node)| (*bone, node.0 as usize));
        bones.into_iter().find(|(bone, _)| format!("{bone:?}").eq_ignore_ascii_case(name))
    }

    fn turn(&mut self, node: usize, by: Quat) -> Result<()> {
        let bone = self.asset.humanoid().bones().find(|(_, at)| at.0 as usize == node).map(|(bone, _)| *bone);
        if let Some(bone) = bone {
            return self.runtime.set_bone_rotation(bone, by).map_err(error);
        }
        self.turned.retain(|(at, _)| *at as usize != node);
        self.turned.push((node as u32, by));
        Ok(())
    }

    // A rotation in the axes of the model, as one from the rest rotation in those of the bone.
    fn pose(&mut self, name: &str, by: Quat) -> Result<()> {
        let Some((bone, node)) = self.bone(name) else { return Ok(()) };
        let rest = self.asset.compute_world_matrices(&[])[node].to_scale_rotation_translation().1;
        self.runtime.set_bone_rotation(bone, rest.inverse() * by * rest).map_err(error)
    }

    fn placed(&self, updates: &[BoneUpdate]) -> Vec<Mat4> {
        let root = Mat4::from_rotation_translation(self.root.1, self.root.0);
        self.asset.compute_world_matrices(updates).into_iter().map(|matrix| root * matrix).collect()
    }

    fn triangles(&self, node: usize) -> Result<Value> {
        let frame = self.frame.as_ref().ok_or_else(|| error("no frame"))?;
        let count = |camera| -> usize {
            frame.gpu().draws().filter(|draw| draw.primitive.node_index() as usize == node).map(|draw| draw.indices(camera).len() / 3).sum()
        };
        Ok(json!([count(CameraMode::FirstPerson), count(CameraMode::ThirdPerson)]))
    }

    fn material(&self, name: &str, keys: &[&str]) -> Result<Value> {
        let frame = self.frame.as_ref().ok_or_else(|| error("no frame"))?;
        let found = self.materials.iter().position(|material| material["name"] == name);
        let index = found.ok_or_else(|| error(format!("no material {name}")))?;
        let values = &frame.evaluated_materials()[index];
        // The transform of expressions is applied before that of the texture.
        let own = self.asset.materials()[index].base_color_texture().map(|texture| texture.transform()).unwrap_or_default();
        let moved = |axis: usize| own.offset[axis] + own.scale[axis] * values.texture_transform.offset[axis];
        let scaled = |axis: usize| own.scale[axis] * values.texture_transform.scale[axis];
        let one = |key: &&str| match *key {
            "color" => json!(values.base_color_factor),
            "emissionColor" => json!(values.emissive_factor),
            "shadeColor" => json!(values.shade_color_factor),
            "matcapColor" => json!(values.matcap_factor),
            "rimColor" => json!(values.rim_color_factor),
            "outlineColor" => json!(values.outline_color_factor),
            "scale" => json!([scaled(0), scaled(1)]),
            _ => json!([moved(0), moved(1)]),
        };
        Ok(keys.iter().map(|key| (key.to_string(), one(key))).collect::<serde_json::Map<_, _>>().into())
    }
}

impl Avatar for Peer {
    fn set(&mut self, input: &str, name: &str, value: &[f32]) -> Result<()> {
        match input {
            "root_position" => self.root.0 = Vec3::from_slice(value),
            "root_rotation" => self.root.1 = quaternion(value),
            "look_at" => self.target = Some(Vec3::from_slice(value)),
            "rotation" => return self.node(name).and_then(|node| self.turn(node, quaternion(value))),
            "normalized" => return self.pose(name, quaternion(value)),
            // It refuses expressions that the avatar lacks.
            "expression" => drop(self.runtime.set_expression(name, value[0])),
            "clip_seconds" => return self.runtime.seek(value[0]).map_err(error),
            _ => return skipped(&format!("no input {input}")),
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<()> {
        self.springs.reset();
        Ok(())
    }

    fn update(&mut self, seconds: f32) -> Result<()> {
        // Its targets are in the space of the avatar.
        let root = Mat4::from_rotation_translation(self.root.1, self.root.0).inverse();
        self.runtime.set_look_at_target(self.target.map(|target| root.transform_point3(target))).map_err(error)?;
        let frame = self.runtime.update(seconds).map_err(error)?;
        let (mut updates, snapshot) = (frame.bone_updates().to_vec(), frame.to_owned());
        updates.extend(self.turned.iter().map(|(node, by)| BoneUpdate::new(*node, *by)));
        updates.extend(solve_constraints(&self.asset, &self.placed(&updates)));
        let world = self.placed(&updates);
        updates.extend(self.springs.update(&self.asset, &world, seconds));
        self.world = self.placed(&updates);
        self.frame = Some(snapshot);
        Ok(())
    }

    fn get(&mut self, result: &str, name: &str, keys: &[&str]) -> Result<Value> {
        match result {
            "bones" => return Ok(self.bone(name).map_or(Value::Null, |(_, node)| json!(self.asset.nodes()[node].name))),
            "materials" => return self.material(name, keys),
            _ => {}
        }
        let node = self.node(name)?;
        let (_, rotation, position) = self.world[node].to_scale_rotation_translation();
        match result {
            "rotations" => Ok(json!(rotation.to_array())),
            "positions" => Ok(json!(position.to_array())),
            "morphs" => {
                let frame = self.frame.as_ref().ok_or_else(|| error("no frame"))?;
                let draw = frame.gpu().draws().find(|draw| draw.primitive.node_index() as usize == node);
                draw.map(|draw| json!(draw.morph_weights)).ok_or_else(|| error("no mesh"))
            }
            _ => self.triangles(node),
        }
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    serve("vrm-runtime", VERSION, load);
}
