# godot-vrm, as its plugin registers it. engines/process.py starts this, and has the requests:
#
#   godot --headless --fixed-fps 60 --path PROJECT --script engines/godot.gd
#
# PROJECT is a project of Godot with addons/vrm in it, which the editor has imported once. A frame of a case is a frame of
# Godot; rotations of bones are compared by how far they are from rest, since the import gives bones other axes.
extends SceneTree

const ADDON := "res://addons/vrm/"
const EXTENSIONS := ["VRMC_vrm", "VRMC_node_constraint", "VRMC_springBone", "VRMC_materials_hdr_emissiveMultiplier", "VRMC_materials_mtoon"]

const DEFAULTS := {"vrm/head_hiding_method": 0, "vrm/first_person_layers": 2, "vrm/third_person_layers": 4}  # of its importer

var json: Dictionary
var names: Dictionary  # of nodes: the index of each
var rests: Dictionary  # of nodes, in the model
var scene: Node3D
var skeleton: Skeleton3D
var bone_rests: Dictionary  # of nodes: the pose at rest of the bone, in the model
var local_rests: Dictionary  # of nodes: the rotation of the bone then
var poses: Dictionary  # of nodes: the pose of the last frame
var place := Vector3.ZERO
var turn := Quaternion.IDENTITY
var weights: Dictionary
var is_waiting := false
var is_settled := false


# As programs do, poses change while nodes are processed: Godot would update modifiers twice if they changed before.
class Runner extends Node:
	var tick: Callable

	func _process(_delta: float) -> void:
		if tick.call():
			get_tree().quit()


func _initialize() -> void:
	var runner := Runner.new()
	runner.tick = tick
	root.add_child(runner)
	# In the order of its plugin, and before what Godot does with meshes when a program imports.
	var reversed := EXTENSIONS.duplicate()
	reversed.reverse()
	for name in reversed:
		GLTFDocument.register_gltf_document_extension(load(ADDON + "1.0/" + name + ".gd").new(), true)


func tick() -> bool:
	if is_waiting:
		is_waiting = false
		if settle():
			answer({"value": null})
		else:
			is_waiting = true
			return false
	while not is_waiting:
		var line := OS.read_string_from_stdin(1 << 20)
		if line == "":
			return true
		var request: Dictionary = JSON.parse_string(line)
		match request["do"]:
			"about":
				var version: String = FileAccess.get_file_as_string(ADDON + "plugin.cfg").get_slice("version=\"", 1).get_slice("\"", 0)
				answer({"value": {"name": "godot-vrm", "version": version + " (Godot " + Engine.get_version_info()["string"] + ")"}})
			"load":
				var problem := open(request)
				if problem:
					answer(problem)
				else:
					is_waiting = true  # Godot updates what is new more than once
			"frame":
				var problem := begin(request)
				if problem:
					answer(problem)
				else:
					is_waiting = true  # for the end of this frame
			"get":
				answer(found(request["result"], request["name"]))
	return false


func answer(reply: Dictionary) -> void:
	print("=" + JSON.stringify(reply, "", false, true))


func quaternion_of(value: Array) -> Quaternion:
	return Quaternion(value[0], value[1], value[2], value[3]).normalized()


func local_of(node: Dictionary) -> Transform3D:
	var t: Array = node.get("translation", [0, 0, 0])
	var s: Array = node.get("scale", [1, 1, 1])
	var basis := Basis(quaternion_of(node.get("rotation", [0, 0, 0, 1]))) * Basis.from_scale(Vector3(s[0], s[1], s[2]))
	return Transform3D(basis, Vector3(t[0], t[1], t[2]))


func read_rests(index: int, parent: Transform3D) -> void:
	var node: Dictionary = json["nodes"][index]
	names[node["name"]] = index
	rests[node["name"]] = parent * local_of(node)
	for child in node.get("children", []):
		read_rests(int(child), rests[node["name"]])


func reason_to_skip(clip: Variant) -> String:
	var used: Array = json.get("extensionsUsed", [])
	if used.has("VRM"):
		return "this runner has VRM 1.0 only"
	for name in ["VRMC_springBone_limit", "VRMC_springBone_extended_collider"]:
		if used.has(name):
			return "it does not read " + name
	if clip != null:
		return "it does not play .vrma"
	var expressions: Dictionary = json["extensions"]["VRMC_vrm"].get("expressions", {})
	for one in expressions.get("preset", {}).values() + expressions.get("custom", {}).values():
		for key in ["overrideBlink", "overrideMouth", "overrideLookAt", "isBinary"]:
			if str(one.get(key, "none")) not in ["none", "false"]:
				return "it makes animations of expressions; overrides are left to the program"
		if one.has("materialColorBinds") or one.has("textureTransformBinds"):
			return "the runner does not read materials"
	return ""


func open(request: Dictionary) -> Dictionary:
	close()
	var file: PackedByteArray = request["file"].hex_decode()
	json = JSON.parse_string(file.slice(20, 20 + file.decode_u32(12)).get_string_from_utf8())
	var reason := reason_to_skip(request["clip"])
	if reason:
		return {"skipped": reason}
	var children := {}
	for node in json["nodes"]:
		for child in node.get("children", []):
			children[int(child)] = true
	for index in json["nodes"].size():
		if not children.has(index):
			read_rests(index, Transform3D.IDENTITY)
	var state := GLTFState.new()
	state.handle_binary_image = GLTFState.HANDLE_BINARY_EMBED_AS_UNCOMPRESSED
	for key in DEFAULTS:
		state.set_additional_data(key, DEFAULTS[key])
	var document := GLTFDocument.new()
	if document.append_from_buffer(file, "", state, 16) != OK:  # named binds of skins
		return {"error": "no import"}
	var made := document.generate_scene(state)
	if made == null:
		return {"error": "no scene"}
	# The import packs its scene. In the one that it has made, global poses of bones are those before the retargeting.
	var packed := PackedScene.new()
	packed.pack(made)
	made.free()
	scene = packed.instantiate()
	var found_skeletons := scene.find_children("*", "Skeleton3D", true, false)
	if found_skeletons.is_empty():
		return {"error": "no skeleton"}
	root.add_child(scene)
	skeleton = found_skeletons[0]
	return {}


# Godot updates modifiers more than once in the frame in which they are new. So frames pass before those of a case, and then
# springs begin again. False: one more frame.
func settle() -> bool:
	if bone_rests.is_empty():
		for name in names:
			var bone := bone_of(name)
			if bone >= 0:
				bone_rests[name] = in_model(pose_of(bone))
				local_rests[name] = skeleton.get_bone_pose_rotation(bone)
		# After all others, which change poses for the length of a frame.
		var last := SkeletonModifier3D.new()
		skeleton.add_child(last, false, Node.INTERNAL_MODE_BACK)
		last.modification_processed.connect(keep_poses)
		return false
	if not is_settled:
		is_settled = true
		var secondary := scene.find_child("secondary", true, false)
		if secondary and secondary.has_method("tick_spring_bones"):
			for i in secondary.spring_bones_internal.size():
				secondary.spring_bones_internal[i].setup(secondary.center_transforms_inv[secondary.springs_centers[i]], true)
	return true


func close() -> void:
	if scene:
		root.remove_child(scene)
		scene.free()
	scene = null
	is_settled = false
	for one in [names, rests, bone_rests, local_rests, poses, weights]:
		one.clear()
	place = Vector3.ZERO
	turn = Quaternion.IDENTITY


func in_model(pose: Transform3D) -> Transform3D:
	return scene.global_transform.affine_inverse() * skeleton.global_transform * pose


# The import names the bones of the humanoid as Godot does.
func bone_of(name: String) -> int:
	var bones: Dictionary = json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
	for key in bones:
		if int(bones[key]["node"]) == names[name]:
			return skeleton.find_bone(key[0].to_upper() + key.substr(1))
	return skeleton.find_bone(name)


# From the bones themselves: what the skeleton keeps is not up to date while modifiers run.
func pose_of(bone: int) -> Transform3D:
	var pose := Transform3D.IDENTITY
	while bone >= 0:
		pose = skeleton.get_bone_pose(bone) * pose
		bone = skeleton.get_bone_parent(bone)
	return pose


func begin(request: Dictionary) -> Dictionary:
	if absf(request["seconds"] - 1.0 / 60.0) > 1e-6:
		return {"skipped": "it takes the time of Godot's frames, which are a sixtieth here"}
	if request["reset"]:
		return {"skipped": "it has no reset"}
	for input in request["set"]:
		var problem := put(input[0], input[1], input[2])
		if problem:
			return problem
	scene.transform = Transform3D(Basis(turn), place)
	show_expressions()
	return {}


func put(kind: String, name: Variant, value: Variant) -> Dictionary:
	match kind:
		"root_position":
			place = Vector3(value[0], value[1], value[2])
		"root_rotation":
			turn = quaternion_of(value)
		"rotation":
			var rest: Quaternion = rests[name].basis.get_rotation_quaternion()
			return pose(bone_of(name), name, rest * quaternion_of(value) * rest.inverse())
		"normalized":
			var bones: Dictionary = json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
			if bones.has(name):
				var node: String = json["nodes"][int(bones[name]["node"])]["name"]
				return pose(bone_of(node), node, quaternion_of(value))
		"expression":
			weights[name] = value
		_:
			return {"skipped": "no input " + kind}
	return {}


# Turns a bone, by a rotation in the axes of the model at rest.
func pose(bone: int, node: String, by: Quaternion) -> Dictionary:
	if bone < 0:
		return {"skipped": "the import makes no bone of " + node}
	var rest: Quaternion = bone_rests[node].basis.get_rotation_quaternion()
	skeleton.set_bone_pose_rotation(bone, local_rests[node] * rest.inverse() * by * rest)
	return {}


# As an AnimationTree adds them up: the last keys, times weights.
func show_expressions() -> void:
	if weights.is_empty():
		return
	var player: AnimationPlayer = scene.find_children("*", "AnimationPlayer", true, false)[0]
	var sums := {}
	for name in weights:
		if not player.has_animation(name):
			continue
		var animation := player.get_animation(name)
		for track in animation.get_track_count():
			if animation.track_get_type(track) != Animation.TYPE_BLEND_SHAPE:
				continue
			var path := animation.track_get_path(track)
			var last := animation.track_get_key_count(track) - 1
			sums[path] = sums.get(path, 0.0) + weights[name] * animation.track_get_key_value(track, last)
	for path in sums:
		var mesh: MeshInstance3D = player.get_node(player.root_node).get_node(NodePath(str(path).get_slice(":", 0)))
		mesh.set_blend_shape_value(mesh.find_blend_shape_by_name(path.get_subname(0)), sums[path])


func keep_poses() -> void:
	for name in bone_rests:
		poses[name] = skeleton.global_transform * pose_of(bone_of(name))


func found(result: String, name: String) -> Dictionary:
	if result == "bones":
		var bone := skeleton.find_bone(name[0].to_upper() + name.substr(1))
		for node in bone_rests:
			if bone >= 0 and bone_of(node) == bone:
				return {"value": node}
		return {"value": null}
	if result == "morphs":
		for mesh: MeshInstance3D in scene.find_children("*", "MeshInstance3D", true, false):
			if mesh.name == name:
				return {"value": range(mesh.get_blend_shape_count()).map(func(i): return mesh.get_blend_shape_value(i))}
		return {"error": "no mesh " + name}
	if result not in ["rotations", "positions"]:
		return {"skipped": "no result " + result}
	if not poses.has(name):
		return {"skipped": "the import makes no bone of " + name}
	var now: Transform3D = poses[name]
	if result == "positions":
		return {"value": [now.origin.x, now.origin.y, now.origin.z]}
	var moved: Quaternion = now.basis.get_rotation_quaternion() * bone_rests[name].basis.get_rotation_quaternion().inverse()
	var q: Quaternion = moved * rests[name].basis.get_rotation_quaternion()
	return {"value": [q.x, q.y, q.z, q.w]}
