//! Running avatars: components, and the system that writes transforms, morph weights and
//! visibility.

use crate::loader::{ModelLoader, MotionLoader, VrmModel, VrmMotion};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::morph::MeshMorphWeights;
use bevy::mesh::skinning::SkinnedMesh;
use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use libvrm::{Avatar, FirstPersonType, Idle, Pose, Trs};
use std::time::Duration;

/// Loads avatars and motions, and runs them.
pub struct VrmPlugin;

impl Plugin for VrmPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<VrmModel>()
            .init_asset::<VrmMotion>()
            .init_asset_loader::<ModelLoader>()
            .init_asset_loader::<MotionLoader>()
            .add_systems(Update, (spawn_avatars, run_avatars, show_parts).chain());
    }
}

/// Shows an avatar at the entity's transform. It appears when its file is loaded.
#[derive(Component)]
#[require(Transform, Visibility, View)]
pub struct VrmAvatar(pub Handle<VrmModel>);

/// Plays a motion in a loop. Without it, the avatar stands and breathes.
#[derive(Component)]
pub struct PlayMotion(pub Handle<VrmMotion>);

/// Sets an expression by its name.
#[derive(Component, Default)]
pub struct Face(pub Vec<(String, f32)>);

/// Which camera sees an avatar.
#[derive(Component, Clone, Copy, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    ThirdPerson,
    /// The camera is in the avatar's eyes: its head is hidden.
    FirstPerson,
}

/// An avatar that runs. It belongs to one thread at a time, so that it is in a cell for components.
#[derive(Component)]
pub struct Running {
    avatar: SyncCell<Avatar<'static>>,
    pose: Pose,
    idle: Idle,
    time: Duration,
    /// By node of the file.
    nodes: Vec<Entity>,
}

/// A part of an avatar: the node whose morph weights it has.
#[derive(Component)]
pub struct PartOf {
    node: usize,
    first_person: FirstPersonType,
}

fn transform(trs: &Trs) -> Transform {
    Transform {
        translation: Vec3::from_array(trs.translation.into()),
        rotation: Quat::from_array(trs.rotation.into()),
        scale: Vec3::from_array(trs.scale.into()),
    }
}

fn spawn_avatars(
    mut commands: Commands,
    wanted: Query<(Entity, &VrmAvatar), Without<Running>>,
    models: Res<Assets<VrmModel>>,
) -> Result {
    for (root, wanted) in &wanted {
        let Some(asset) = models.get(&wanted.0) else { continue };
        let gltf = asset.model.gltf();
        let nodes: Vec<Entity> = gltf
            .nodes()
            .iter()
            .map(|node| {
                let name = Name::new(String::from(node.name()));
                commands.spawn((name, transform(node.rest()), Visibility::default())).id()
            })
            .collect();
        for (index, node) in gltf.nodes().iter().enumerate() {
            let parent = node.parent().map_or(root, |parent| nodes[parent]);
            commands.entity(nodes[index]).insert(ChildOf(parent));
        }
        for part in &asset.parts {
            let of = PartOf { node: part.node, first_person: part.first_person };
            let mut entity = commands.spawn((
                Mesh3d(part.mesh.clone()),
                MeshMaterial3d(part.material.clone()),
                NoFrustumCulling, // its box is that of the rest pose
                of,
                ChildOf(nodes[part.node]),
            ));
            // Bevy draws nothing of a frame in which a mesh has weights but no targets.
            if part.has_morph_targets {
                entity.insert(MeshMorphWeights::default());
            }
            if let Some(skin) = part.skin.and_then(|index| gltf.skins().get(index).zip(Some(index)))
            {
                let joints = skin.0.joints().iter().map(|&joint| nodes[joint as usize]).collect();
                let inverse_bindposes = asset.inverse_binds[skin.1].clone();
                entity.insert(SkinnedMesh { inverse_bindposes, joints });
            }
        }
        let mut avatar = Avatar::new(&asset.model)?;
        avatar.apply_pose(&Pose::relaxed(&asset.model));
        commands.entity(root).insert(Running {
            avatar: SyncCell::new(avatar),
            pose: Pose::new(),
            idle: Idle::new(1),
            time: Duration::ZERO,
            nodes,
        });
    }
    Ok(())
}

/// How long a frame takes, if not as long as it took: for pictures that are always the same.
#[derive(Resource)]
pub struct FixedFrame(pub Duration);

#[expect(clippy::type_complexity, reason = "queries are")]
fn run_avatars(
    mut avatars: Query<
        (&mut Running, &VrmAvatar, Option<&PlayMotion>, Option<&Face>, &GlobalTransform),
        With<VrmAvatar>,
    >,
    mut transforms: Query<&mut Transform>,
    mut parts: Query<(&PartOf, &ChildOf, &mut MeshMorphWeights)>,
    (models, motions): (Res<Assets<VrmModel>>, Res<Assets<VrmMotion>>),
    (time, fixed): (Res<Time>, Option<Res<FixedFrame>>),
) {
    let elapsed = fixed.map_or(time.delta(), |fixed| fixed.0);
    let dt = elapsed.as_secs_f32();
    for (mut running, VrmAvatar(model), motion, face, place) in &mut avatars {
        let Running { avatar, pose, idle, time, nodes } = &mut *running;
        let avatar = avatar.get();
        *time += elapsed;
        let place = place.compute_transform();
        avatar.set_root(&Trs {
            translation: place.translation.to_array().into(),
            rotation: place.rotation.to_array().into(),
            scale: place.scale.to_array().into(),
        });
        match motion.and_then(|motion| motions.get(&motion.0)) {
            Some(VrmMotion(clip)) => {
                clip.sample(clip.wrap(*time), pose);
                avatar.apply_pose(pose);
            }
            None => idle.update(avatar, dt),
        }
        if let (Some(face), Some(asset)) = (face, models.get(model)) {
            for (name, weight) in &face.0 {
                if let Some(expression) = asset.model.find_expression(name) {
                    avatar.set_expression(expression, *weight);
                }
            }
        }
        avatar.update(dt);
        let frame = avatar.frame();
        for (node, local) in nodes.iter().zip(frame.local()) {
            if let Ok(mut place) = transforms.get_mut(*node) {
                place.set_if_neq(transform(local));
            }
        }
        for (part, parent, mut weights) in &mut parts {
            if nodes.get(part.node) == Some(&parent.parent()) {
                weights.clear_weights();
                weights.extend_weights(frame.morph_weights_of(part.node));
            }
        }
    }
}

/// Hides what the camera of an avatar does not see. A part that must be split is hidden in first
/// person; `Model::read_first_person_triangles` has what is left of it.
fn show_parts(
    views: Query<(&View, &Running), Changed<View>>,
    mut parts: Query<(&PartOf, &ChildOf, &mut Visibility)>,
) {
    for (view, running) in &views {
        for (part, parent, mut visibility) in &mut parts {
            if running.nodes.get(part.node) != Some(&parent.parent()) {
                continue;
            }
            let is_hidden = match view {
                View::ThirdPerson => part.first_person == FirstPersonType::FIRST_PERSON_ONLY,
                View::FirstPerson => {
                    part.first_person == FirstPersonType::THIRD_PERSON_ONLY
                        || part.first_person == FirstPersonType::SPLIT
                }
            };
            *visibility = if is_hidden { Visibility::Hidden } else { Visibility::Inherited };
        }
    }
}
