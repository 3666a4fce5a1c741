//! Shows an avatar in a window, with springs, a smile and a motion.
//!
//! usage: examples-bevy FILE.vrm [MOTION.vrma] [--picture FILE.png]
//!
//! With --picture it writes a picture after two seconds of motion, and ends. F changes between the
//! third-person and the first-person view.

mod avatar;
mod loader;

use avatar::{Face, FixedFrame, PlayMotion, Running, View, VrmAvatar, VrmPlugin};
use bevy::asset::UnapprovedPathMode;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::view::window::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::WindowResolution;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the command line asks for.
#[derive(Resource, Default)]
struct Wanted {
    avatar: PathBuf,
    motion: Option<PathBuf>,
    picture: Option<PathBuf>,
}

const FRAMES_BEFORE_PICTURE: u32 = 60;

fn read_arguments() -> Option<Wanted> {
    let mut wanted = Wanted::default();
    let mut arguments = std::env::args().skip(1);
    wanted.avatar = full(&arguments.next()?)?;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--picture" => wanted.picture = Some(arguments.next()?.into()),
            motion => wanted.motion = Some(full(motion)?),
        }
    }
    Some(wanted)
}

fn full(path: &str) -> Option<PathBuf> {
    Path::new(path).canonicalize().ok()
}

fn main() -> AppExit {
    let Some(wanted) = read_arguments() else {
        eprintln!("usage: examples-bevy FILE.vrm [MOTION.vrma] [--picture FILE.png]");
        return AppExit::error();
    };
    let mut app = App::new();
    let window = Window {
        title: "libvrm in Bevy".into(),
        resolution: WindowResolution::new(480, 640),
        ..default()
    };
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            // The avatar may be anywhere.
            .set(AssetPlugin { unapproved_path_mode: UnapprovedPathMode::Allow, ..default() }),
    );
    app.add_plugins(VrmPlugin).insert_resource(ClearColor(Color::srgb(0.85, 0.9, 0.95)));
    if wanted.picture.is_some() {
        app.insert_resource(FixedFrame(Duration::from_secs(1) / 30));
        app.add_systems(Update, take_picture);
    }
    app.insert_resource(wanted)
        .add_systems(Startup, set_up)
        .add_systems(Update, (stop_if_unreadable, change_view))
        .run()
}

fn set_up(mut commands: Commands, assets: Res<AssetServer>, wanted: Res<Wanted>) {
    commands.spawn((
        Camera3d::default(),
        Tonemapping::None, // colors as the avatar has them
        Transform::from_xyz(0.0, 0.95, 2.4).looking_at(Vec3::new(0.0, 0.72, 0.0), Vec3::Y),
        AmbientLight { brightness: 700.0, ..default() },
    ));
    commands.spawn((
        DirectionalLight { illuminance: 5000.0, ..default() },
        Transform::from_xyz(0.5, 2.0, 2.0).looking_at(Vec3::Y, Vec3::Y),
    ));
    let mut avatar = commands
        .spawn((VrmAvatar(assets.load(wanted.avatar.clone())), Face(vec![("happy".into(), 1.0)])));
    if let Some(motion) = &wanted.motion {
        avatar.insert(PlayMotion(assets.load(motion.clone())));
    }
}

/// An error of a load has been logged.
fn stop_if_unreadable(
    avatars: Query<&VrmAvatar>,
    assets: Res<AssetServer>,
    mut exit: MessageWriter<AppExit>,
) {
    if avatars.iter().any(|avatar| assets.load_state(&avatar.0).is_failed()) {
        exit.write(AppExit::error());
    }
}

fn change_view(keys: Res<ButtonInput<KeyCode>>, mut views: Query<&mut View>) {
    if keys.just_pressed(KeyCode::KeyF) {
        for mut view in &mut views {
            *view = match *view {
                View::ThirdPerson => View::FirstPerson,
                View::FirstPerson => View::ThirdPerson,
            };
        }
    }
}

/// Counts frames once the avatar runs.
fn take_picture(
    mut commands: Commands,
    running: Query<&Running>,
    wanted: Res<Wanted>,
    mut frames: Local<u32>,
) {
    let (Some(path), false) = (&wanted.picture, running.is_empty()) else { return };
    *frames += 1;
    if *frames != FRAMES_BEFORE_PICTURE {
        return;
    }
    let path = path.clone();
    let mut save = save_to_disk(path.clone());
    commands.spawn(Screenshot::primary_window()).observe(
        move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            save(captured); // it logs its error
            exit.write(if path.is_file() { AppExit::Success } else { AppExit::error() });
        },
    );
}
