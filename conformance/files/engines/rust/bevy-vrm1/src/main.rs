//! bevy_vrm1, as a Bevy app without a window and a renderer uses it: one App::update for each frame.
use bevy::camera::visibility::RenderLayers;
use bevy::mesh::morph::MorphWeights;
use bevy::prelude::*;
use bevy::reflect::GetPath;
use bevy::render::{RenderPlugin, settings::WgpuSettings};
use bevy::time::TimeUpdateStrategy;
use bevy_vrm1::prelude::*;
use protocol::{Avatar, Result, error, json_of, serve, skipped};
use serde_json::{Value, json};
use std::time::Duration;

const VERSION: &str = "0.11.0 (Bevy 0.20.1)";
const MOST_UPDATES: usize = 1000;

struct Peer {
    app: App,
    root: Entity,
    target: Entity,
    nodes: Vec<(String, Entity)>,
    json: Value,
}

fn app_of(folder: &std::path::Path) -> App {
    let mut app = App::new();
    let assets = AssetPlugin { file_path: folder.to_string_lossy().into_owned(), ..default() };
    let renderer = RenderPlugin { render_creation: WgpuSettings { backends: None, ..default() }.into(), ..default() };
    app.add_plugins((DefaultPlugins.build().set(assets).set(renderer), VrmPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.finish();
    app.cleanup();
    app
}

/// Updates without time until something is there.
fn wait<T>(app: &mut App, mut found: impl FnMut(&mut App) -> Result<Option<T>>) -> Result<T> {
    for _ in 0..MOST_UPDATES {
        app.update();
        if let Some(value) = found(app)? {
            return Ok(value);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Err(error("it does not load"))
}

fn load(file: &[u8], clip: Option<&[u8]>) -> Result<Box<dyn Avatar>> {
    let json = json_of(file).unwrap_or_default();
    let uses = |name: &str| json["extensionsUsed"].as_array().is_some_and(|used| used.iter().any(|one| one == name));
    if uses("VRM") {
        return skipped("it is for VRM 1.0"); // its README says so
    }
    if let Some(name) = ["VRMC_springBone_limit", "VRMC_springBone_extended_collider"].into_iter().find(|name| uses(name)) {
        return skipped(&format!("it does not read {name}"));
    }
    if clip.is_some() {
        return skipped("this runner plays no motions");
    }
    if json["images"].is_array() {
        return skipped("it is built without readers of images");
    }
    let folder = std::env::temp_dir().join(format!("run-bevy-vrm1-{}", std::process::id()));
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join("avatar.vrm"), file)).map_err(error)?;
    let mut app = app_of(&folder);
    let handle = app.world().resource::<AssetServer>().load("avatar.vrm");
    let root = app.world_mut().spawn(VrmHandle(handle.clone())).id();
    wait(&mut app, |app| {
        if app.world().resource::<AssetServer>().load_state(handle.id()).is_failed() {
            return Err(error("the file was refused"));
        }
        Ok(app.world().get::<Initialized>(root).map(|_| ()))
    })?;
    app.world_mut().trigger(RequestEnableFirstPerson(root));
    let target = app.world_mut().spawn(Transform::default()).id();
    let name_of = |index: usize| json["nodes"][index]["name"].as_str().unwrap_or_default().to_owned();
    let mut query = app.world_mut().query::<(Entity, &VrmNodeIndex)>();
    let all: Vec<_> = query.iter(app.world()).map(|(entity, index)| (name_of(index.0), entity)).collect();
    let nodes: Vec<_> = all.into_iter().filter(|(_, entity)| is_below(&app, *entity, root)).collect();
    take_step_back(app.world_mut(), &nodes)?;
    Ok(Box::new(Peer { app, root, target, nodes, json }))
}

fn rest(world: &World, node: Entity) -> Quat {
    world.get::<RestTransform>(node).map(|rest| rest.0.rotation).unwrap_or_default()
}

/// The update in which the avatar appears has no time. Springs take a step in it all the same, and colliders push them.
/// Without this step, tails are where they were before it.
fn take_step_back(world: &mut World, nodes: &[(String, Entity)]) -> Result<()> {
    let types = world.resource::<AppTypeRegistry>().clone();
    let types = types.read();
    let state = types.get_with_short_type_path("SpringJointState").and_then(|state| state.data::<ReflectComponent>());
    let state = state.ok_or_else(|| error("no state of joints"))?;
    for (_, node) in nodes {
        let rotation = rest(world, *node);
        let Some(mut joint) = state.reflect_mut(world.entity_mut(*node)) else { continue };
        let tail = *joint.path::<Vec3>("prev_tail").map_err(error)?;
        *joint.path_mut::<Vec3>("current_tail").map_err(error)? = tail;
        if let Some(mut own) = world.get_mut::<Transform>(*node) {
            own.rotation = rotation;
        }
    }
    Ok(())
}

fn is_below(app: &App, entity: Entity, root: Entity) -> bool {
    let mut at = Some(entity);
    while let Some(entity) = at.filter(|entity| *entity != root) {
        at = app.world().get::<ChildOf>(entity).map(ChildOf::parent);
    }
    at.is_some()
}

impl Peer {
    fn node(&self, name: &str) -> Result<Entity> {
        let found = self.nodes.iter().find(|(own, _)| own == name).map(|(_, entity)| *entity);
        found.ok_or_else(|| error(format!("no node {name}")))
    }

    fn turn(&mut self, node: Entity, rotation: Quat) {
        if let Some(mut own) = self.app.world_mut().get_mut::<Transform>(node) {
            own.rotation = rotation;
        }
    }

    fn bone(&self, name: &str) -> Option<&(String, Entity)> {
        self.nodes.iter().find(|(_, entity)| self.app.world().get::<VrmBone>(*entity).is_some_and(|bone| bone.as_str() == name))
    }

    // A rotation in the axes of the model, by the rests that the engine keeps.
    fn pose(&mut self, name: &str, by: Quat) {
        let Some(node) = self.bone(name).map(|(_, entity)| *entity) else { return };
        let Some(world) = self.app.world().get::<RestGlobalTransform>(node).map(|rest| rest.0.rotation()) else { return };
        self.turn(node, rest(self.app.world(), node) * world.inverse() * by * world);
    }

    fn triangles(&mut self, node: Entity) -> Result<Value> {
        let world = self.app.world_mut();
        let layers = world.resource::<FirstPersonLayers>().clone();
        let mut query = world.query::<(Entity, &Mesh3d, Option<&RenderLayers>)>();
        let meshes = world.resource::<Assets<Mesh>>();
        let mut counts = [0, 0];
        for (entity, mesh, drawn) in query.iter(world) {
            let mut at = Some(entity);
            while let Some(entity) = at.filter(|entity| world.get::<VrmNodeIndex>(*entity).is_none()) {
                at = world.get::<ChildOf>(entity).map(ChildOf::parent);
            }
            if at != Some(node) {
                continue;
            }
            let mesh = meshes.get(&mesh.0).ok_or_else(|| error("no mesh"))?;
            let corners = mesh.indices().map_or(mesh.count_vertices(), |indices| indices.len());
            for (count, layer) in counts.iter_mut().zip([layers.first_person_only, layers.third_person_only]) {
                let camera = RenderLayers::default().with(layer);
                *count += if drawn.unwrap_or(&RenderLayers::default()).intersects(&camera) { corners / 3 } else { 0 };
            }
        }
        Ok(json!(counts))
    }
}

impl Avatar for Peer {
    fn set(&mut self, input: &str, name: &str, value: &[f32]) -> Result<()> {
        match input {
            "root_position" => self.app.world_mut().get_mut::<Transform>(self.root).unwrap().translation = Vec3::from_slice(value),
            "root_rotation" => self.turn(self.root, Quat::from_slice(value).normalize()),
            "look_at" => {
                if self.json["extensions"]["VRMC_vrm"]["lookAt"]["type"] == "expression" {
                    return skipped("it does not turn lookAt into expressions"); // it warns of that
                }
                self.app.world_mut().get_mut::<Transform>(self.target).unwrap().translation = Vec3::from_slice(value);
                self.app.world_mut().entity_mut(self.root).insert(LookAt::Target(self.target));
            }
            "rotation" => {
                let node = self.node(name)?;
                self.turn(node, rest(self.app.world(), node) * Quat::from_slice(value).normalize());
            }
            "normalized" => self.pose(name, Quat::from_slice(value).normalize()),
            "expression" => self.app.world_mut().trigger(ModifyExpressions::single(self.root, name, value[0])),
            _ => return skipped(&format!("no input {input}")),
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<()> {
        skipped("it has no reset, except of velocities")
    }

    fn update(&mut self, seconds: f32) -> Result<()> {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(f64::from(seconds))));
        self.app.update();
        Ok(())
    }

    fn get(&mut self, result: &str, name: &str, _keys: &[&str]) -> Result<Value> {
        match result {
            "bones" => return Ok(self.bone(name).map_or(Value::Null, |(name, _)| json!(name))),
            "materials" => return skipped("its expressions do not change materials"),
            _ => {}
        }
        let node = self.node(name)?;
        let world: &World = self.app.world();
        let place = world.get::<GlobalTransform>(node).ok_or_else(|| error("no transform"))?;
        match result {
            "rotations" => Ok(json!(place.rotation().to_array())),
            "positions" => Ok(json!(place.translation().to_array())),
            "morphs" => world.get::<MorphWeights>(node).map(|morphs| json!(morphs.weights())).ok_or_else(|| error("no morphs")),
            _ => self.triangles(node),
        }
    }
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    serve("bevy_vrm1", VERSION, load);
}
