# Draws an avatar as `vrm render` does, with a camera and a light that options give. check.py compares the pictures.
# arguments: FILE OUT EYE TARGET FOV LIGHT AMBIENT; vectors are X,Y,Z
extends SceneTree

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    var avatar: VRMAvatar = VRM.load(arguments[0])
    if avatar == null:
        quit(1)
        return
    avatar.auto_update = false
    root.add_child(avatar)
    avatar.advance(0.0)
    add_camera(vector(arguments[2]), vector(arguments[3]), float(arguments[4]))
    add_light(vector(arguments[5]))
    root.msaa_3d = Viewport.MSAA_4X
    add_environment(float(arguments[6]))
    for i in 4: # shaders compile, and the skeleton reaches the GPU
        await process_frame
    await RenderingServer.frame_post_draw
    root.get_texture().get_image().save_png(arguments[1])
    avatar.free()
    quit()

func vector(text: String) -> Vector3:
    var parts := text.split_floats(",")
    return Vector3(parts[0], parts[1], parts[2])

func add_camera(eye: Vector3, target: Vector3, fov: float) -> void:
    var camera := Camera3D.new()
    camera.fov = fov
    camera.near = 0.1
    camera.far = 100.0
    root.add_child(camera)
    camera.look_at_from_position(eye, target)

func add_light(to_light: Vector3) -> void:
    var light := DirectionalLight3D.new()
    root.add_child(light)
    light.look_at_from_position(to_light, Vector3.ZERO)

func add_environment(ambient: float) -> void:
    var environment := Environment.new()
    environment.background_mode = Environment.BG_COLOR
    environment.background_color = Color(1, 1, 1)
    environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
    environment.ambient_light_color = Color(1, 1, 1)
    environment.ambient_light_energy = ambient
    var world := WorldEnvironment.new()
    world.environment = environment
    root.add_child(world)
