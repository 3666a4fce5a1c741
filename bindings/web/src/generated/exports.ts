// Written by tools/make/make-web. Changes here are lost.

/** What a module can export: it has what the imports of the package that use it call. Pointers are
 * numbers; 0 is NULL. */
export interface Exports {
    memory: WebAssembly.Memory;
    malloc(size: number): number;
    free(pointer: number): void;
    /** vrm_renderer_create with the imports for get_proc, which a page cannot give: it has no addresses of functions. The page decodes images (VRM_RENDERER_HOST_IMAGES). */
    vrm_web_renderer_create(desc: number, out_renderer: number, out_report: number): number;
    /** vrm_companion_update in seconds. */
    vrm_web_companion_update(companion: number, avatar: number, body: number, now: number): void;
    /** vrm_companion_say in seconds. */
    vrm_web_companion_say(companion: number, speech: number, start: number): number;
    /** vrm_companion_cue of the fields of a tag, in seconds. */
    vrm_web_companion_cue(companion: number, kind: number, index: number, strength: number, hold: number, time: number): number;
    /** vrm_companion_attend in seconds. */
    vrm_web_companion_attend(companion: number, target: number, until: number): void;
    /** Fills in an action, whose name is borrowed. */
    vrm_web_companion_set_action(action: number, name: number, length: number, clip: number, hold: number, expression: number, weight: number, is_whole_body: number): void;
    /** Fills in a phoneme, whose symbol is borrowed. */
    vrm_web_phoneme_set(phoneme: number, start: number, end: number, symbol: number, length: number, stress: number, loudness: number): void;
    /** vrm_speech_sample in seconds. */
    vrm_web_speech_sample(speech: number, seconds: number, out: number): void;
    /** When the last phoneme of a speech ends, in seconds. */
    vrm_web_speech_end(speech: number): number;
    /** vrm_vmc_receiver_add in seconds. */
    vrm_web_vmc_receiver_add(receiver: number, bytes: number, size: number, now: number): number;
    /** How far the memory of the module may grow, in bytes; 0: as far as the browser lets it. Memory that it has already stays. */
    vrm_web_set_memory_cap(bytes: number): void;
    /** How many bytes are allocated now. */
    vrm_web_memory_used(): number;
    /** Copies the names of customs into a Pose of the package, not of another caller: they are in the memory of clips, models and receivers, which may be freed before it. Customs whose names have no room are left out, as those beyond the capacity are. */
    vrm_web_pose_own_names(pose: number): void;
    /** Lets `to`, which has the same nodes and expressions, go on where `from` is: pose, gaze, expressions, wind, frame. Springs go on where the node, tail and center of a joint are the same; other joints start from rest. */
    vrm_web_rig_carry(to: number, from: number): void;
    /** Gives a collider of the avatar's model another place and size. Returns 0 if it has another node or shape, and nothing is changed: another rig is needed then. */
    vrm_web_rig_set_collider(avatar: number, index: number, collider: number): number;
    /** Makes a model without meshes, materials and names, and an avatar of it, which alone holds it. `words` are integers and floats of 32 bits, in the order of src/three/tables.ts. Returns 0 if the words are no model, or if memory is refused. */
    vrm_web_rig_create(words: number, count: number, flags: number): number;
    /** World matrices of nodes times their inverse bind matrices. Skins of the file have vrm_avatar_get_skin_matrices; here joints are those of three's own skeletons, which an application may have joined from several skins. Every node has to be one of the avatar's. */
    vrm_web_bone_matrices(avatar: number, nodes: number, inverse_binds: number, out: number, count: number): void;
    /** Moves all world matrices of the last frame as `motion` says. three draws an object where it is when it is drawn, and an application may move it after the update. The next update, which starts from the root that it is given, makes all of them anew. */
    vrm_web_move_frame(avatar: number, motion: number): void;
    /** Where the eyes look after an update in which lookAt was on. */
    vrm_web_read_gaze(avatar: number, out: number): void;
    /** vrm_clip_sample in seconds. */
    vrm_web_clip_sample(clip: number, seconds: number, out: number): void;
    /** vrm_mixer_update in seconds. */
    vrm_web_mixer_update(mixer: number, seconds: number, out: number, out_root: number, events: number, event_capacity: number): number;
    /** vrm_ground_update in seconds. */
    vrm_web_ground_update(ground: number, model: number, pose: number, root: number, seconds: number): void;
    /** vrm_recorder_add in seconds. */
    vrm_web_recorder_add(recorder: number, seconds: number, pose: number): number;
    /** Stops the instance for good, as an error of the library would: for tests of what a page does then. */
    vrm_web_trap(): void;

    // base.h
    /** Returns a short name of a result, such as "out of memory". */
    vrm_result_name(result: number): number;
    /** Returns the version of the linked library, such as "1.0.0". VRM_VERSION_MAJOR and so on give the version of the headers that the program was compiled with. */
    vrm_version(): number;
    /** Returns the version of the linked library as one number, in the form of VRM_VERSION. */
    vrm_version_number(): number;
    /** Makes text from an untrusted file safe to show on one line of a terminal. Control characters, characters that reverse or hide text, and bytes that are not UTF-8 are shown as escapes. Text that does not fit is cut after a whole character and ends in "…". */
    vrm_text_to_printable(text: number, length: number, out: number, capacity: number): number;
    /** Converts a name from an untrusted file into one safe path component for any system (ER-003). The result has no separators, control characters or reserved device names, is never empty, and has at most 255 bytes or `capacity` - 1. Two different names may give the same result. */
    vrm_text_to_file_name(text: number, length: number, out: number, capacity: number): number;
    /** Fills in the default allocator: malloc and free, with support for every alignment. */
    vrm_default_allocator(out: number): void;

    // types.h

    // report.h
    /** Creates a report with one error, for a library on top of libvrm such as vrm-render. */
    vrm_report_create(error: number, text: number, allocator: number, out_report: number): number;
    /** Destroys a report and all of its diagnostics. */
    vrm_report_destroy(report: number): void;
    /** Returns how many diagnostics a report holds. */
    vrm_report_count(report: number): number;
    /** Returns one diagnostic of a report. Diagnostics are in the order in which they were found. */
    vrm_report_get(report: number, index: number): number;
    /** Returns how many diagnostics of one severity were found, including those that the report does not hold because there were more than `max_diagnostics`. */
    vrm_report_found(report: number, severity: number): number;
    /** Returns the diagnostic that made the call fail: the first error. */
    vrm_report_failure(report: number): number;
    /** Writes a diagnostic as text: a line with severity, location, message and code, and a second line with the remedy if there is one. Each line ends in a newline. */
    vrm_diagnostic_text(diagnostic: number, out: number, capacity: number): number;
    /** Writes all diagnostics of a report as text, one after the other, and a last line that counts those that the report does not hold. */
    vrm_report_text(report: number, out: number, capacity: number): number;
    /** Returns how many diagnostic codes libvrm has. libvrm-author has more (vrm_author_diagnostic_info_count). */
    vrm_diagnostic_info_count(): number;
    /** Returns one entry of the list of all diagnostic codes, for translations and for documentation. */
    vrm_diagnostic_info_get(index: number): number;

    // gltf.h

    // tables.h
    /** Returns the name of a VRM version: "none", "0.x", "1.0-draft", "1.0-beta", "1.0" or "animation". */
    vrm_dialect_name(dialect: number): number;
    /** Maps the license of a 0.x or draft file to the permissions of 1.0. These versions have no fields for redistribution, modification and credit: `legacy_license_name` covers them, and `permissions` holds the most restrictive values. The mapping is informative: it replaces these three values, and it lowers `commercial_usage` for licenses that exclude profit. The application decides whether to rely on it (ME-031). */
    vrm_meta_map_license(meta: number, out_permissions: number): number;
    /** Returns the specification's name of a bone, such as "hips". */
    vrm_bone_name(bone: number): number;
    /** Finds a bone by the specification's name. */
    vrm_bone_find(name: number): number;
    /** Returns the specification's name of a preset, such as "happy". */
    vrm_preset_name(preset: number): number;
    /** Finds a preset by the specification's name. */
    vrm_preset_find(name: number): number;

    // image.h
    /** Returns the name of an image format, such as "PNG". */
    vrm_image_format_name(format: number): number;

    // meshopt.h
    /** Prepares a decoder without functions. Call it through the macro vrm_meshopt_decoder_init. */
    vrm_meshopt_decoder_init_sized(decoder: number, struct_size: number): void;

    // model.h
    /** Loads a GLB file (.vrm, .glb) or a plain .gltf file from memory. The format is detected from the contents (GL-001). The limits of `desc` bound the cost. */
    vrm_model_load(bytes: number, size: number, desc: number, out_model: number, out_report: number): number;
    /** Adds a reference to a model. */
    vrm_model_retain(model: number): number;
    /** Releases a reference to a model. The last release frees it. Avatars hold their own references: you may release a model as soon as you have created its avatars. */
    vrm_model_release(model: number): void;
    /** Loads a model without its payload from the first bytes of a file. A catalog of avatars needs only their JSON and their thumbnails. A plain .gltf file must be complete, because it does not contain its length. The bytes are not kept. */
    vrm_model_peek(bytes: number, size: number, desc: number, peek: number, out_model: number, out_report: number): number;
    /** Drops the payload (meshes, images, keyframes). Afterwards vrm_model_read_ functions that need it return VRM_ERROR_NO_PAYLOAD, and you may free the bytes that you passed to vrm_model_load. Running avatars never need the payload. */
    vrm_model_drop_payload(model: number): void;
    /** Fills in the default limits. Call it through the macro vrm_limits_init. */
    vrm_limits_init_sized(limits: number, struct_size: number): void;
    /** Fills in the default settings of a load. Call it through the macro vrm_load_desc_init. */
    vrm_load_desc_init_sized(desc: number, struct_size: number): void;
    /** Prepares a vrm_peek. Call it through the macro vrm_peek_init. */
    vrm_peek_init_sized(peek: number, struct_size: number): void;
    /** Returns the glTF tables: the contents of the file. */
    vrm_model_gltf(model: number): number;
    /** Returns the VRM tables: the meaning of the file, in one form for all VRM versions. */
    vrm_model_tables(model: number): number;
    /** Returns a material as it is drawn: an element of `materials` of the tables. A primitive without a material (vrm_primitive.material is VRM_NONE) has glTF's default material: white, metallic 1, roughness 1. */
    vrm_model_material(model: number, index: number): number;
    /** Returns the MToon values of a material: an element of `mtoons` of the tables. */
    vrm_model_mtoon(model: number, index: number): number;
    /** Returns the avatar's name. The text is untrusted: use vrm_text_to_printable before you show it on a terminal. */
    vrm_model_name(model: number): number;
    /** Returns the user pointer of the load desc. */
    vrm_model_user(model: number): number;
    /** Returns how much memory a model uses, without a borrowed payload. */
    vrm_model_memory_size(model: number): number;
    /** Finds an expression by name. Preset names are those of 1.0 ("happy", "aa", "blink") for files of all VRM versions. If no expression has the name, the preset names of 0.x ("joy", "a", "blink_l") are accepted too. */
    vrm_model_find_expression(model: number, name: number): number;
    /** Finds the expression of a preset. */
    vrm_model_find_preset(model: number, preset: number): number;
    /** Finds a node by name. */
    vrm_model_find_node(model: number, name: number): number;
    /** Finds a spring by name. */
    vrm_model_find_spring(model: number, name: number): number;
    /** Finds a material by name. */
    vrm_model_find_material(model: number, name: number): number;
    /** Returns the node of a humanoid bone. */
    vrm_model_bone_node(model: number, bone: number): number;
    /** Returns the humanoid bone of a node. */
    vrm_model_bone_of_node(model: number, node: number): number;
    /** Returns the nearest humanoid bone above a bone that the avatar has (HU-017). */
    vrm_model_bone_parent(model: number, bone: number): number;
    /** Returns the rest position of a bone, in meters, in the space of the model turned to face +Z. */
    vrm_model_get_bone_rest_position(model: number, bone: number, out: number): void;
    /** Returns the axes of a bone at rest (HU-016), in the space of the model: x along the bone, y the fixed axis of the specification's table, z across. */
    vrm_model_get_bone_axes(model: number, bone: number, out_axes: number): number;
    /** Returns which stages of an update may write the rotation of a node. */
    vrm_model_node_writers(model: number, node: number): number;
    /** Returns what the first-person camera draws of a node with a mesh; `auto` is resolved by FP-005 to FP-009. For `auto` it reads the payload. This takes time in proportion to the mesh, and during the call memory of the model's allocator: call it once for each node and keep the result. */
    vrm_model_first_person(model: number, node: number): number;
    /** Returns how many floats an accessor holds: its count times its components. */
    vrm_model_accessor_floats(model: number, accessor: number): number;
    /** Returns how many numbers of an accessor are not finite in the file: NaN or infinite. The functions that read return 0 for them. It reads all of the accessor's bytes. */
    vrm_model_accessor_not_finite(model: number, accessor: number): number;
    /** Reads any accessor as floats: integers are converted, normalized ones are scaled to 0…1 or -1…1, sparse replacements are applied, and matrices are read column by column without padding. */
    vrm_model_read_floats(model: number, accessor: number, out: number, capacity: number): number;
    /** Reads the triangles of a primitive: three vertex indices each, for all modes. Strips and fans are unrolled and keep their winding. Triangles with an index out of range are skipped. Points and lines give no triangles. */
    vrm_model_read_triangles(model: number, mesh: number, primitive: number, out: number, capacity: number, out_count: number): number;
    /** Reads the triangles of a primitive that the first-person camera draws, in the order of the file. The vertices are shared with the whole mesh. All triangles are read for VRM_FIRST_PERSON_BOTH and VRM_FIRST_PERSON_FIRST_PERSON_ONLY, and none for VRM_FIRST_PERSON_THIRD_PERSON_ONLY. */
    vrm_model_read_first_person_triangles(model: number, node: number, primitive: number, out: number, capacity: number, out_count: number): number;
    /** Reads a vertex attribute as floats. Components beyond `components` are skipped; missing ones are filled with 0, and a fourth with 1. Normals of zero length become (0, 1, 0) (ER-002). For JOINTS use vrm_model_read_joints. */
    vrm_model_read_vertices(model: number, mesh: number, primitive: number, semantic: number, set: number, components: number, out: number, capacity: number): number;
    /** Reads JOINTS_n: four indices into the joints of a skin for each vertex. An index that is out of range is read as 0. */
    vrm_model_read_joints(model: number, mesh: number, primitive: number, set: number, skin: number, out: number, capacity: number, out_invalid: number): number;
    /** Reads the differences of a morph target: three floats for each vertex, zeros if the target has none. */
    vrm_model_read_morph_target(model: number, mesh: number, primitive: number, target: number, semantic: number, out: number, capacity: number): number;
    /** Reads the inverse bind matrices of a skin, one for each joint; the identity if the file has none. */
    vrm_model_read_inverse_binds(model: number, skin: number, out: number, capacity: number): number;
    /** Returns the bytes of an image file (PNG, JPEG and so on), not decoded. */
    vrm_model_get_image_bytes(model: number, image: number, out_bytes: number, out_size: number): number;
    /** Reads the format and the size of an image from its first bytes. It decodes nothing: the rest of the image may be damaged. */
    vrm_model_get_image_header(model: number, image: number, out: number): number;

    // avatar.h
    /** Creates an avatar at rest, at the origin. The first avatar of a model also creates the tables that all of its avatars share, with the model's allocator. */
    vrm_avatar_create(model: number, desc: number, out_avatar: number, out_report: number): number;
    /** Updates the frame: calls all stages in the order of the specification, from vrm_avatar_update_pose to vrm_avatar_update_springs. */
    vrm_avatar_update(avatar: number, dt: number): void;
    /** Destroys an avatar of any kind. The caller keeps the memory of vrm_avatar_init. An avatar of a crowd is removed from the crowd. */
    vrm_avatar_destroy(avatar: number): void;
    /** Returns how many bytes an avatar needs, for vrm_avatar_init. */
    vrm_avatar_size(model: number, desc: number): number;
    /** Creates an avatar in memory that the caller provides. The memory must not move until vrm_avatar_destroy. */
    vrm_avatar_init(memory: number, size: number, model: number, desc: number, out_avatar: number, out_report: number): number;
    /** Returns the model of an avatar. */
    vrm_avatar_model(avatar: number): number;
    /** Stores an application pointer with the avatar. The library does not use it. */
    vrm_avatar_set_user(avatar: number, user: number): void;
    /** Returns the pointer of vrm_avatar_set_user. */
    vrm_avatar_user(avatar: number): number;
    /** Fills in the default settings of an avatar. Call it through the macro vrm_avatar_desc_init. */
    vrm_avatar_desc_init_sized(desc: number, struct_size: number): void;
    /** Moves the avatar. Its springs react to the motion. */
    vrm_avatar_set_root(avatar: number, root: number): void;
    /** Returns the root that was set last. */
    vrm_avatar_get_root(avatar: number, out: number): void;
    /** Teleports the avatar without disturbing its springs (SB-051). */
    vrm_avatar_teleport(avatar: number, root: number, keep_shape: number): void;
    /** Moves the world's origin: adds `shift` to the root, to all state in world space and to the target of lookAt. The picture does not change. */
    vrm_avatar_shift_origin(avatar: number, shift: number): void;
    /** Returns the pose: the local transform of every node. Read and write it. It starts as the rest pose. */
    vrm_avatar_locals(avatar: number): number;
    /** Sets the pose of all nodes back to rest. */
    vrm_avatar_reset_pose(avatar: number): void;
    /** Sets the normalized rotation of a bone (TP-020). It is the identity in the T-pose, and relative to the parent bone. It means the same for every avatar, regardless of rest rotations and of the direction that the file faces: its axes are those of an avatar that faces +Z. */
    vrm_avatar_set_bone_rotation(avatar: number, bone: number, rotation: number): void;
    /** Returns the normalized rotation of a bone in the pose. */
    vrm_avatar_get_bone_rotation(avatar: number, bone: number, out: number): void;
    /** Sets the local rotation of a bone's node in the pose. */
    vrm_avatar_set_bone_local_rotation(avatar: number, bone: number, rotation: number): void;
    /** Sets the position of the hips, relative to the root. The hips are the only bone that a humanoid pose moves (HU-013). */
    vrm_avatar_set_hips_position(avatar: number, position: number): void;
    /** Returns the position of the hips in the pose, relative to the root. */
    vrm_avatar_get_hips_position(avatar: number, out: number): void;
    /** Makes the avatar look at a point in the world. */
    vrm_avatar_set_look_at_target(avatar: number, target: number): void;
    /** Makes the avatar look in a direction, relative to its head (LA-006). */
    vrm_avatar_set_look_at_degrees(avatar: number, yaw_degrees: number, pitch_degrees: number): void;
    /** Switches lookAt off: the eyes follow the pose (LA-033). */
    vrm_avatar_set_look_at_off(avatar: number): void;
    /** Returns the settings of lookAt and the result of the last update. */
    vrm_avatar_get_look_at(avatar: number, out: number): void;
    /** Returns the point between the eyes in the world: the origin of lookAt, and the position of a first-person camera (FP-013). */
    vrm_avatar_get_eye_position(avatar: number, out: number): void;
    /** Sets an expression in the layer VRM_EXPRESSION_LAYER_APPLICATION. It stays until it is set again. */
    vrm_avatar_set_expression(avatar: number, expression: number, weight: number): void;
    /** Sets an expression in one layer. It stays until it is set again. */
    vrm_avatar_set_layer_expression(avatar: number, layer: number, expression: number, weight: number): void;
    /** Returns the weight of an expression in one layer. */
    vrm_avatar_layer_expression(avatar: number, layer: number, expression: number): number;
    /** Sets the weight of a layer (default: 1). 0 switches the layer off. */
    vrm_avatar_set_expression_layer_weight(avatar: number, layer: number, weight: number): void;
    /** Returns the weight of a layer. */
    vrm_avatar_expression_layer_weight(avatar: number, layer: number): number;
    /** Sets all expressions of a layer to 0. */
    vrm_avatar_clear_expression_layer(avatar: number, layer: number): void;
    /** Returns the effective weight of an expression after the last update: after isBinary and overrides. */
    vrm_avatar_expression_weight(avatar: number, expression: number): number;
    /** Assigns a custom expression to a class that overrides act on (EX-017). The class of a preset does not change. */
    vrm_avatar_set_expression_class(avatar: number, expression: number, expression_class: number): void;
    /** First stage: copies the pose into the frame and computes world transforms. If your engine has its own update order, call the stages one by one. The result has the same bits as that of vrm_avatar_update. */
    vrm_avatar_update_pose(avatar: number): void;
    /** Second stage: lookAt. */
    vrm_avatar_update_look_at(avatar: number): void;
    /** Third stage: expressions, morph weights and material values. */
    vrm_avatar_update_expressions(avatar: number, dt: number): void;
    /** Fourth stage: node constraints. */
    vrm_avatar_update_constraints(avatar: number): void;
    /** Fifth stage: springs. */
    vrm_avatar_update_springs(avatar: number, dt: number): void;
    /** Returns how many bytes vrm_avatar_save writes. It does not change while the avatar exists. */
    vrm_avatar_save_size(avatar: number): number;
    /** Saves everything that the next frames depend on: pose, root, inputs, settings, and the state of lookAt, springs and UV animation. The bytes are the same on every target, in a crowd and alone. */
    vrm_avatar_save(avatar: number, out: number, capacity: number): number;
    /** Restores what vrm_avatar_save wrote. Saving and restoring take a fraction of the time of an update: games with rollback can save in every frame. The frame is not part of a save. It is stale until the next update, which a rollback makes anyway. vrm_avatar_update(avatar, 0) shows the restored state without letting time pass. */
    vrm_avatar_restore(avatar: number, bytes: number, size: number): number;
    /** Copies the settings of an avatar to an avatar of another model: root, pose of the humanoid bones, and of other nodes by name, lookAt, expressions and their layers by name, spring modes, weights and winds by name, and the user pointer. Use it to replace an avatar after its file was exported again. Springs restart from rest. */
    vrm_avatar_carry_over(to: number, from: number): void;

    // frame.h
    /** Returns the frame of the last update. Its address and the addresses in it stay the same until the avatar is destroyed. */
    vrm_avatar_frame(avatar: number): number;
    /** Returns the values of a material that expressions and UV animation change: an element of `materials` of the frame. vrm_model_material has the other values. */
    vrm_avatar_material_values(avatar: number, index: number): number;
    /** Returns the position of a bone in the world after the last update. */
    vrm_avatar_get_bone_position(avatar: number, bone: number, out: number): void;
    /** Returns the world matrix of a bone after the last update. */
    vrm_avatar_get_bone_matrix(avatar: number, bone: number, out: number): void;
    /** Returns the matrix from a node's space to the model's space, which does not depend on the root (GL-020). */
    vrm_avatar_get_node_in_model(avatar: number, node: number, out: number): void;
    /** Computes the skin matrices of a skin after the last update: world matrix of the joint times its inverse bind matrix. A vertex in the world is the sum of weight * matrix * position over its joints; the transform of the mesh's own node is ignored, as glTF requires. */
    vrm_avatar_get_skin_matrices(avatar: number, skin: number, inverse_binds: number, out: number, capacity: number): number;
    /** Returns a box in the world around the avatar after the last update: for culling and for framing a camera. It is an estimate from the node positions and from the extent of the meshes around them at rest. It does not read the payload. */
    vrm_avatar_get_bounds(avatar: number, out_least: number, out_most: number): number;

    // spring.h
    /** Restarts springs from their rest pose at the next update (SB-051). */
    vrm_avatar_reset_springs(avatar: number, spring: number): void;
    /** Sets the mode of a spring. */
    vrm_avatar_set_spring_mode(avatar: number, spring: number, mode: number): void;
    /** Returns the mode of a spring. */
    vrm_avatar_spring_mode(avatar: number, spring: number): number;
    /** Sets how much of a spring's motion is shown; the rest is the pose. The simulation does not change. */
    vrm_avatar_set_spring_weight(avatar: number, spring: number, weight: number): void;
    /** Returns how much of a spring's motion is shown. */
    vrm_avatar_spring_weight(avatar: number, spring: number): number;
    /** Sets the wind: a force that acts on all springs in addition to gravity (SB-053). */
    vrm_avatar_set_wind(avatar: number, force: number): void;
    /** Returns the force that acts on all springs. */
    vrm_avatar_get_wind(avatar: number, out: number): void;
    /** Sets a force that acts on one spring, in addition to that of vrm_avatar_set_wind. */
    vrm_avatar_set_spring_wind(avatar: number, spring: number, force: number): void;
    /** Returns the force that acts on one spring alone. */
    vrm_avatar_get_spring_wind(avatar: number, spring: number, out: number): void;
    /** Sets the node whose space a spring moves in. Its motion continues. */
    vrm_avatar_set_spring_center(avatar: number, spring: number, node: number): void;
    /** Returns the node whose space a spring moves in. */
    vrm_avatar_spring_center(avatar: number, spring: number): number;
    /** Returns the settings of a joint. */
    vrm_avatar_get_spring_joint(avatar: number, joint: number, out: number): void;
    /** Changes the settings of a joint. Values out of range are clamped as on loading. */
    vrm_avatar_set_spring_joint(avatar: number, joint: number, settings: number): void;
    /** Sets a collider of the application. It acts on every spring, after the spring's own colliders. */
    vrm_avatar_set_collider(avatar: number, index: number, collider: number): void;
    /** Restarts the springs and simulates them with the present inputs. The first frame then shows hair at rest under gravity. Call it after vrm_avatar_update. */
    vrm_avatar_warm_up(avatar: number, seconds: number): void;
    /** Computes lines that show the springs and their colliders. */
    vrm_avatar_debug_lines(avatar: number, out: number, capacity: number): number;

    // scene_graph.h
    /** Reads a host's transforms into the pose. A host may pass back everything that vrm_avatar_scatter wrote, and nothing changes: gather skips rotations that a stage writes at present. If the stage is off, gather reads the rotation: that of an eye while lookAt is off, and that of a joint whose spring is VRM_SPRING_MODE_OFF or VRM_SPRING_MODE_TRACK or has a weight of 0. This begins with the first update with the stage off: until then the host may still pass back what the stage wrote. */
    vrm_avatar_gather(avatar: number, from: number): void;
    /** Writes local transforms of the frame into a host's scene graph. The host's graph is below the avatar's root: root * the host's transforms is frame.world. For a 0.x model, which faces -Z in its file, the half turn that makes it face +Z is a part of the host's transforms of nodes without a parent. If you build your graph from the file, call scatter with VRM_WRITER_ALL once at first, or create the avatar with VRM_AVATAR_FLAG_AS_FILE. */
    vrm_avatar_scatter(avatar: number, to: number, writers: number): void;
    /** Prepares a vrm_node_array. Call it through the macro vrm_node_array_init. */
    vrm_node_array_init_sized(array: number, struct_size: number): void;

    // crowd.h
    /** Creates an empty crowd. */
    vrm_crowd_create(desc: number, out_crowd: number, out_report: number): number;
    /** Updates all avatars of a crowd, each with its detail. It allocates nothing. */
    vrm_crowd_update(crowd: number, dt: number): void;
    /** Destroys a crowd and all avatars in it. */
    vrm_crowd_destroy(crowd: number): void;
    /** Creates an avatar in a crowd, as vrm_avatar_create does, but with the allocator of the crowd. Its address does not change until it is removed, and pointers to other avatars remain valid. */
    vrm_crowd_add(crowd: number, model: number, desc: number, out_avatar: number, out_report: number): number;
    /** Removes an avatar from a crowd and destroys it. Pointers to other avatars remain valid. */
    vrm_crowd_remove(crowd: number, avatar: number): void;
    /** Returns how many avatars a crowd has. */
    vrm_crowd_count(crowd: number): number;
    /** Returns one avatar of a crowd. The order is unspecified, and it changes when avatars are added and removed. */
    vrm_crowd_get(crowd: number, index: number): number;
    /** Sets a collider that all avatars of a crowd share. vrm_crowd_update applies it to every spring, in the order of collider indices, after the colliders of the model and those of vrm_avatar_set_collider. It tests only colliders that are near, so hundreds of hands cost little. All steps of an update use the present position of a collider; earlier positions are not kept. To sweep hair aside with a fast object, set a capsule from its previous position to its present one. An avatar does not sleep (VRM_AVATAR_FLAG_SLEEP) while a collider is within its reach. A collider is removed when its owner leaves the crowd. Saves do not contain colliders. */
    vrm_crowd_set_collider(crowd: number, index: number, collider: number): void;
    /** Returns how many colliders of its crowd were within the reach of an avatar's springs in its last update. If it is the near_capacity of the desc, there may have been more; only those with the lowest indices acted. */
    vrm_crowd_near_count(crowd: number, avatar: number): number;
    /** Moves the world's origin: calls vrm_avatar_shift_origin for all avatars, and shifts the crowd's colliders. */
    vrm_crowd_shift_origin(crowd: number, shift: number): void;
    /** Sets how much of an avatar is updated, and how often (default: VRM_CROWD_DETAIL_FULL). */
    vrm_crowd_set_detail(crowd: number, avatar: number, detail: number): void;
    /** Returns the detail that was set for an avatar. */
    vrm_crowd_avatar_detail(crowd: number, avatar: number): number;
    /** Returns the detail of an avatar at a distance. It depends only on its parameters. */
    vrm_detail_for_distance(rule: number, distance: number, previous: number): number;
    /** Sets the detail of all avatars of a crowd by the distance of their roots from an eye, with vrm_detail_for_distance. It allocates nothing. Call it before vrm_crowd_update, as often as you like. To give single avatars another detail, set it afterwards. */
    vrm_crowd_set_detail_by_distance(crowd: number, rule: number, eye: number): void;
    /** Fills in the default settings of a crowd. Call it through the macro vrm_crowd_desc_init. */
    vrm_crowd_desc_init_sized(desc: number, struct_size: number): void;
    /** Fills in the default distances. Call it through the macro vrm_detail_rule_init. */
    vrm_detail_rule_init_sized(rule: number, struct_size: number): void;

    // pose.h
    /** Makes an empty pose: no bits, all bones at rest, no customs and no array for them. */
    vrm_pose_init(pose: number): void;
    /** Fills unset entries from `base`: bones, hips, weights, customs and lookAt. */
    vrm_pose_fill(pose: number, base: number): void;
    /** Keeps only some bones, presets and parts of a pose. The others become unset, with the values of rest. The position of the hips is a separate part, because it moves the legs. If the pose moves only the upper body, remove VRM_POSE_HIPS: the feet then stay on the floor. */
    vrm_pose_mask(pose: number, bones: bigint, presets: number, parts: number): void;
    /** Returns the bones of a group. */
    vrm_bone_group_bones(group: number): bigint;
    /** Blends two poses: numbers are their weighted sum, and a rotation is the weighted sum of the two quaternions, by the shorter way, normalized. An entry that only one of the two sets is taken from it in full, at any weight. A sum does not depend on the order of the poses, and extends to three poses and more. It follows the path of slerp at nearly its speed: it is at most 0.93 degrees ahead or behind if the rotations are 90 degrees apart, and 0.12 degrees at 45. LookAt: a direction and a point cannot be blended; the one of greater weight is taken, and that of `b` if the weights are equal. Customs of the same name are blended. Their field `custom` is VRM_NONE if it may belong to another clip; names are then looked up. */
    vrm_pose_blend(a: number, b: number, weight: number, out: number): void;
    /** Adds a difference to a pose: each rotation turns its bone further, about the axes that the bone has in the pose (pose * difference), and hips, weights and angles are added. Weights stay from 0 to 1. A lookAt point moves only if both have one. */
    vrm_pose_add(base: number, difference: number, weight: number, out: number): void;
    /** Returns the difference between two poses: vrm_pose_add(reference, out, 1) is the pose, within rounding. Weights of a difference are from -1 to 1. */
    vrm_pose_subtract(pose: number, reference: number, out: number): void;
    /** Swaps left and right, as a mirror does: bones, hips, lookAt, and the presets that have a side. */
    vrm_pose_mirror(pose: number): void;
    /** Makes a relaxed standing pose: arms down beside the body, elbows and fingers a little bent, toes a little outwards. It sets the hips, which stay at rest, and all bones that the model has. If the arms hang at rest, as in an A-pose, it lowers them only by the rest of the way. */
    vrm_pose_relaxed(model: number, pose: number): void;
    /** Writes a pose into the inputs of an avatar: its bones, its hips, a layer of its expressions and its lookAt. The next update shows it (AN-030). - Bones: the rotation of a bone that this avatar lacks goes to its next descendants (AN-014). Bones that the pose does not set go to rest (AN-013), unless VRM_APPLY_KEEP is set. Nodes that are not bones do not change. - Expressions: the layer gets the weights of the pose, and 0 for all others. Other layers stay. - LookAt: it does not change if the pose does not set it (AN-027). */
    vrm_avatar_apply_pose(avatar: number, pose: number, desc: number): void;
    /** Returns the inputs of an avatar as a pose: the rotations of its bones, the position of its hips, the greatest weights of its layers, and its lookAt. Apply it to another avatar to copy the pose. */
    vrm_avatar_read_pose(avatar: number, out: number): void;
    /** Fills in the default settings. Call it through the macro vrm_apply_desc_init. */
    vrm_apply_desc_init_sized(desc: number, struct_size: number): void;

    // clip.h
    /** Loads a clip from a file in memory. */
    vrm_clip_load(bytes: number, size: number, desc: number, out_clip: number, out_report: number): number;
    /** Adds a reference to a clip. */
    vrm_clip_retain(clip: number): number;
    /** Releases a reference to a clip. The last release destroys the clip. */
    vrm_clip_release(clip: number): void;
    /** Returns the properties of a clip. */
    vrm_clip_get_info(clip: number, out: number): void;
    /** Returns the name of a custom expression of a clip. */
    vrm_clip_custom_name(clip: number, custom: number): number;
    /** Samples a clip: returns its pose at a time. It has no state: any time costs the same, in any order. */
    vrm_clip_sample(clip: number, time: bigint, out: number): void;
    /** Wraps a time into the loop of a clip. The result is exact after any number of loops. */
    vrm_clip_wrap(clip: number, time: bigint): bigint;
    /** Finds the custom expressions of a clip in a model, once for many frames. */
    vrm_clip_bind(clip: number, model: number, bindings: number, capacity: number): number;
    /** Returns the legs of the body that a motion was made for. vrm_ground_update needs them. */
    vrm_clip_get_legs(clip: number, out: number): number;
    /** Fills in the default settings of a load. Call it through the macro vrm_clip_desc_init. */
    vrm_clip_desc_init_sized(desc: number, struct_size: number): void;
    /** Creates an empty recorder. */
    vrm_recorder_create(desc: number, out_recorder: number, out_report: number): number;
    /** Destroys a recorder. Its clips stay valid. */
    vrm_recorder_destroy(recorder: number): void;
    /** Appends a pose. It copies the pose with the names of its customs. It does not record customs with names of more than 63 bytes, or beyond the capacity. */
    vrm_recorder_add(recorder: number, time: bigint, pose: number): number;
    /** Returns how many poses a recorder has. */
    vrm_recorder_count(recorder: number): number;
    /** Removes all poses and the names of customs. */
    vrm_recorder_clear(recorder: number): void;
    /** Makes a clip from the recorded poses, with VRM_CLIP_FORMAT_POSES and LINEAR interpolation. A bone or weight has keys only at the poses that set it. If some poses have a lookAt direction and others a point, the clip has the directions. */
    vrm_recorder_make_clip(recorder: number, out_clip: number, out_report: number): number;
    /** Fills in the default settings of a recorder. Call it through the macro vrm_recorder_desc_init. */
    vrm_recorder_desc_init_sized(desc: number, struct_size: number): void;

    // mixer.h
    /** Prepares a mixer without clips: all slots have their defaults and the weight 0. */
    vrm_mixer_init(mixer: number): void;
    /** Advances the time and returns the pose of the frame. If only some slots of a layer set an expression or a lookAt direction, it counts as 0 in the layers below: it fades to 0 and does not disappear at once. A lookAt point stays until its slot has the weight 0. Between a direction and a point, the one with the greater weight is taken. */
    vrm_mixer_update(mixer: number, elapsed: bigint, out: number, out_root: number, events: number, event_capacity: number): number;
    /** Plays a clip in a slot from its beginning (from its end if the speed is less than 0), and fades to it like vrm_mixer_crossfade. Speed, masks, layer, markers, reference and seam stay. To change from one clip to another, alternate between two slots: a slot that is still visible would jump. */
    vrm_mixer_play(mixer: number, slot: number, clip: number, flags: number, fade: bigint): void;
    /** Fades a slot to a weight, with a smooth start and end. After the fade the weight is exact. */
    vrm_mixer_fade(mixer: number, slot: number, weight: number, fade: bigint): void;
    /** Fades a slot to 1, and all others of its layer that are not additive to 0. If the sum of their weights was 1, it stays 1. An additive slot is faded alone. */
    vrm_mixer_crossfade(mixer: number, slot: number, fade: bigint): void;

    // limb.h
    /** Returns the position and rotation of a model's bone in a pose. */
    vrm_pose_get_bone_transform(pose: number, model: number, bone: number, out_position: number, out_rotation: number): number;
    /** Bends an arm or a leg to move its hand or foot to a point, as far as it reaches. */
    vrm_pose_reach(pose: number, model: number, limb: number, target: number, bend: number, end: number, weight: number): number;
    /** Fills in the default settings. No foot is held. */
    vrm_ground_init(ground: number): void;
    /** Moves the soles of a pose to their positions in the motion, and holds feet that stand. - If `source` is set, each sole follows the motion of that body, in proportion to the height of the hips: longer thighs or higher heels do not lift it from the ground. Otherwise it follows the pose on this avatar. - A sole that is low and slow in the world is held at its position on the ground until it leaves. Holds begin and end without a jump. - The hips are lowered if a standing leg would be too short. */
    vrm_ground_update(ground: number, model: number, pose: number, root: number, elapsed: bigint): void;

    // idle.h
    /** Fills in the default settings and the first state. Equal seeds give equal motion, bit for bit; different seeds give different motion. */
    vrm_idle_init(idle: number, seed: number): void;
    /** Advances the time and writes the inputs of the next vrm_avatar_update. The motion depends on the elapsed time, not on the frame rate. - Pose: it turns bones and moves the hips relative to the pose of the application. If a bone does not hold the value that this function wrote last, the application has written it since, and the new value becomes the base. So you may write a pose once or in each frame, and nothing adds up. The feet stay at the positions that the application gives them. - Blink: it writes `blink` in VRM_EXPRESSION_LAYER_BLINK, or `blinkLeft` and `blinkRight` if the avatar has no `blink`, or one that moves nothing. - LookAt: it adds to the direction of vrm_avatar_set_look_at_degrees, by the same rule; if lookAt is off, the eyes wander around straight ahead. It does not change a target. */
    vrm_idle_update(idle: number, avatar: number, dt: number): void;
    /** Blinks now, unless a blink is under way. The time to the next blink begins again. */
    vrm_idle_blink(idle: number): void;

    // lanes.h
    /** Returns the name of a kind of lanes, such as "avx2". */
    vrm_lanes_name(lanes: number): number;
    /** Returns whether this machine and this build support a kind of lanes. */
    vrm_lanes_supported(lanes: number): number;

    // author/check.h
    /** Checks a GLB file (.vrm, .glb) or a plain .gltf file in memory. In the report of a check, severity follows the requirement of a diagnostic: a violated MUST is an error, even if a load repairs it; a violated SHOULD is a warning. */
    vrm_check(bytes: number, size: number, desc: number, out_report: number): number;
    /** Checks a loaded model. The diagnostics of its load are in the report of that load and are not repeated. A model does not have the JSON of its file: rules about members that only the JSON has are skipped. vrm_check applies all rules. */
    vrm_check_model(model: number, desc: number, out_report: number): number;
    /** Returns how many diagnostic codes libvrm and libvrm-author have together: those of loads and of clips (vrm_diagnostic_info_count), of checks, and of vrm_make. */
    vrm_author_diagnostic_info_count(): number;
    /** Returns one entry of the list of all diagnostic codes, for translations and for documentation. The list begins with that of vrm_diagnostic_info_get. */
    vrm_author_diagnostic_info_get(index: number): number;
    /** Fills in the default settings of a check. Call it through the macro vrm_check_desc_init. */
    vrm_check_desc_init_sized(desc: number, struct_size: number): void;

    // author/fix.h
    /** Fixes a GLB file (.vrm, .glb) or a plain .gltf file in memory. A load of the new file gives the same avatar as a load of the old one, with fewer diagnostics. Fixing the new file again changes nothing. The file is checked several times, each time after the diagnostics of the last check have been fixed; the limits and the cancel callback are those of each check. The new file lists one change for each diagnostic that is gone, with the code of the diagnostic and the sentence of vrm_fix_sentence; vrm_written_fixed returns the diagnostic. `from` is its location before the round that fixed it, and `to` its location after that round. If nothing was fixed, the list is empty and the bytes are those of the old file. */
    vrm_fix(bytes: number, size: number, desc: number, out_file: number, out_report: number): number;
    /** Returns the diagnostic that one of the changes of vrm_fix has fixed. The old file had it; its JSON pointer is the `from` of the change. */
    vrm_written_fixed(file: number, index: number): number;
    /** Returns what vrm_fix does about diagnostics of one code. */
    vrm_fix_sentence(code: number): number;

    // author/write.h
    /** Writes a clip as a .vrma file. The file has a T-pose of usual proportions, without rotations, and with the hips height of the clip. Tracks keep their times and their interpolation, and tracks with the same times share them. A constant track becomes one key, or none if it is at rest. Some things are written in another form, or are omitted; vrm_written_get_info returns which of them the clip had: - Bones that joints in between turn too, and hips below moving joints, are sampled (VRM_WRITTEN_SAMPLED). - A lookAt point becomes the direction in which a body of usual proportions sees it, because other applications refuse files with a point (VRM_WRITTEN_LOOK_AT_POINT). - Omitted, because such a file must not contain them (VRM_WRITTEN_NOT_ALLOWED): eye bones and the presets lookUp, lookDown, lookLeft and lookRight (AN-006, AN-019), customs with the name of a preset (AN-020), and second customs with the same name. */
    vrm_clip_write_vrma(clip: number, desc: number, out_file: number, out_report: number): number;
    /** Writes a whole avatar as a .vrm file: from the tables of a model or of your program, and the bytes of the buffers. The file is a GLB with one buffer. Every element keeps its index. Values that the VRM version cannot express are omitted or approximated; vrm_written_change lists them. Data that the tables do not have, such as unknown extensions and extras, animations, cameras and tangents, is not written. To change a file and keep everything else, edit it instead (vrm/author/edit.h). Values are written unchanged: an avatar of 0.x or the draft has to face -Z, and its vectors too. A name and an author are written even if the tables have none. The caller provides the license. */
    vrm_write_avatar(gltf: number, tables: number, buffers: number, desc: number, out_file: number, out_report: number): number;
    /** Destroys a written file. */
    vrm_written_destroy(file: number): void;
    /** Returns the properties of a written file. */
    vrm_written_get_info(file: number, out: number): void;
    /** Returns the bytes of a written file. */
    vrm_written_bytes(file: number, out_size: number): number;
    /** Returns the name of a kind of change: "kept", "converted", "narrowed", "lost", "added", "removed", "guessed" or "set". */
    vrm_change_kind_name(kind: number): number;
    /** Returns how many changes a written file lists. */
    vrm_written_change_count(file: number): number;
    /** Returns one of the changes that a written file lists. */
    vrm_written_change(file: number, index: number): number;
    /** Fills in the default settings of writing. Call it through the macro vrm_write_desc_init. */
    vrm_write_desc_init_sized(desc: number, struct_size: number): void;
    /** Fills in the default settings of writing an avatar. Call it through the macro vrm_write_avatar_desc_init. */
    vrm_write_avatar_desc_init_sized(desc: number, struct_size: number): void;

    // author/edit.h
    /** Opens a file to edit: GLB (.vrm, .glb, .vrma) or plain .gltf, with an avatar or without. */
    vrm_edit_create(bytes: number, size: number, desc: number, out_edit: number, out_report: number): number;
    /** Destroys an edit. Files that it has written stay. */
    vrm_edit_destroy(edit: number): void;
    /** Returns why the last operation was refused. */
    vrm_edit_problem(edit: number): number;
    /** Returns the JSON of a value, as it would be written now. */
    vrm_edit_get(edit: number, pointer: number, out_length: number): number;
    /** Sets a value. A new member is added after the others of its object; "-" instead of an index, or the index after the last, adds an element to an array. Only the last step of the pointer may be new. */
    vrm_edit_set(edit: number, pointer: number, json: number): number;
    /** Removes a value; elements of an array move up. References to elements are not rewritten: use vrm_edit_remove_nodes and vrm_edit_remove_collider for nodes and colliders. */
    vrm_edit_remove(edit: number, pointer: number): number;
    /** Sets, replaces or removes the thumbnail of the avatar. An image that a material also uses stays in the file. */
    vrm_edit_set_thumbnail(edit: number, bytes: number, size: number): number;
    /** Replaces the bytes of an image, and embeds them in the file. */
    vrm_edit_set_image(edit: number, image: number, bytes: number, size: number): number;
    /** Embeds buffers and images from data URIs and external files into BIN. The file is then written as a GLB. Call it before all other operations. */
    vrm_edit_embed(edit: number): number;
    /** Renames an expression. The name of a preset makes it that preset; any other name makes it a custom expression. */
    vrm_edit_rename_expression(edit: number, from: number, to: number): number;
    /** Binds a morph target to an expression, or changes the weight of such a bind. */
    vrm_edit_bind_morph(edit: number, expression: number, node: number, morph: number, weight: number): number;
    /** Binds a color of a material to an expression, or changes the value of such a bind. */
    vrm_edit_bind_color(edit: number, expression: number, material: number, type: number, color: number): number;
    /** Binds the texture transform of a material to an expression, or changes the values of such a bind. */
    vrm_edit_bind_uv(edit: number, expression: number, material: number, scale: number, offset: number): number;
    /** Removes a bind of an expression. */
    vrm_edit_unbind(edit: number, expression: number, kind: number, index: number): number;
    /** Sets a number of a spring's joints. */
    vrm_edit_set_spring(edit: number, spring: number, joint: number, field: number, value: number): number;
    /** Sets the direction of gravity of a spring's joints. */
    vrm_edit_set_gravity_dir(edit: number, spring: number, joint: number, direction: number): number;
    /** Adds a collider. Inside colliders and planes are written with a fallback for other applications (EC-020, EC-021). */
    vrm_edit_add_collider(edit: number, collider: number, group: number, out_index: number): number;
    /** Changes the node and the shape of a collider. Its other members stay. */
    vrm_edit_set_collider(edit: number, index: number, collider: number): number;
    /** Removes a collider, also from groups. A group without colliders is removed too. */
    vrm_edit_remove_collider(edit: number, index: number): number;
    /** Removes nodes and all nodes below them. It also removes what refers to them: bones that are not required, binds, annotations, constraints, colliders, joints of springs. */
    vrm_edit_remove_nodes(edit: number, nodes: number, count: number): number;
    /** Merges a node into its parent. Its children become children of the parent, at the node's position in the list, with transforms that include the node's. Its mesh and its camera move to the parent. Skins that have it as a joint have the parent instead, with equivalent inverse bind matrices. Nothing moves in the world, at rest or when the parent moves. Its name and its extras are lost. */
    vrm_edit_merge_node(edit: number, node: number): number;
    /** Keeps extensionsUsed and extensionsRequired as operations set them. Without this call they are updated to match the file (GL-005) if an operation has added or removed an extension. */
    vrm_edit_keep_extensions_used(edit: number): void;
    /** Writes the edited file. You may continue the edit, and write it again. */
    vrm_edit_write(edit: number, out_file: number, out_report: number): number;

    // author/optimize.h
    /** Optimizes a GLB file (.vrm, .glb) or a plain .gltf file in memory. The changes of the result list what was done, with counts; their codes are listed in docs/guides/optimize.md. An unknown extension may refer to elements by index. If extensionsUsed or any object `extensions` contains one, all elements keep their indices. */
    vrm_optimize(bytes: number, size: number, desc: number, out_file: number, out_report: number): number;
    /** Fills in the default settings. Call it through the macro vrm_optimize_desc_init. */
    vrm_optimize_desc_init_sized(desc: number, struct_size: number): void;

    // author/normalize.h
    /** Normalizes an avatar of any VRM version; the new file has the same version. Every node keeps only its translation. Meshes without a skin are turned and scaled by their nodes. Skinned meshes are skinned once in the rest pose, and their inverse bind matrices become translations. Colliders, springs, limits, lookAt and constraints are converted to the new axes. Everything else is preserved byte for byte. Normalizing the new file again changes nothing. vrm_written_change lists all changes, also what could not be kept: nonuniform scales, meshes that were bound in another pose than the rest pose, the directions of cameras and lights, and animations, which have no meaning in an avatar. */
    vrm_normalize(bytes: number, size: number, desc: number, out_file: number, out_report: number): number;
    /** Fills in the default settings. Call it through the macro vrm_normalize_desc_init. */
    vrm_normalize_desc_init_sized(desc: number, struct_size: number): void;

    // author/migrate.h
    /** Converts a GLB file in memory to another VRM version. A file that has the version already is returned unchanged. An avatar whose nodes are rotated or scaled is normalized before it becomes 0.x, which allows neither (vrm/author/normalize.h). */
    vrm_migrate(bytes: number, size: number, desc: number, out_file: number, out_report: number): number;
    /** Fills in the default settings of a migration. Call it through the macro vrm_migrate_desc_init. */
    vrm_migrate_desc_init_sized(desc: number, struct_size: number): void;

    // author/make.h
    /** Makes a VRM 1.0 file from a GLB file, or a plain .gltf file, in memory. */
    vrm_make(bytes: number, size: number, desc: number, out_file: number, out_guesses: number, out_report: number): number;
    /** Fills in the default settings. Call it through the macro vrm_make_desc_init. */
    vrm_make_desc_init_sized(desc: number, struct_size: number): void;

    // author/diff.h
    /** Compares two models. Meshes, images, skins and animations are compared only if the models still have their payload (vrm_model_drop_payload). */
    vrm_diff_create(a: number, b: number, desc: number, out_diff: number, out_report: number): number;
    /** Destroys a comparison with all its texts. */
    vrm_diff_destroy(diff: number): void;
    /** Returns the numbers of a comparison. */
    vrm_diff_get_info(diff: number, info: number): void;
    /** Returns a difference. They are sorted neither by part nor by name. */
    vrm_diff_get(diff: number, index: number): number;
    /** Returns which element of the second model an element of the first was compared with. */
    vrm_diff_match(diff: number, table: number, index: number): number;
    /** Lists the operations that turn the JSON of the first file into that of the second, in order. vrm_edit_set and vrm_edit_remove apply them. */
    vrm_diff_operations(diff: number, visitor: number): number;
    /** Returns the name of a part. */
    vrm_diff_part_name(part: number): number;
    /** Returns the name of a kind of difference. */
    vrm_diff_kind_name(kind: number): number;
    /** Fills in the default settings of a comparison. Call it through the macro vrm_diff_desc_init. */
    vrm_diff_desc_init_sized(desc: number, struct_size: number): void;

    // author/file.h
    /** Reads a file and checks it, as vrm_check does. The size and the first bytes of the file are checked before the rest is read. */
    vrm_check_file(path: number, desc: number, out_report: number): number;
    /** Reads a file and fixes it in memory, as vrm_fix does. The file itself stays as it is. */
    vrm_fix_file(path: number, desc: number, out_file: number, out_report: number): number;

    // live/face.h
    /** Returns the name of a shape as ARKit spells it, such as "eyeBlinkLeft". */
    vrm_face_shape_name(shape: number): number;
    /** Finds a shape by its name, in any spelling: eyeBlinkLeft, EyeBlinkLeft, eyeBlink_L, eyeBlinkL, eye_blink_left, in any case. */
    vrm_face_find_shape(name: number, length: number): number;
    /** Makes an empty face: no shapes, the head at rest, and found. */
    vrm_face_init(face: number): void;
    /** Sets a shape by its name in any spelling: for the categories of MediaPipe, which come in another order. */
    vrm_face_set(face: number, name: number, length: number, weight: number): number;
    /** Sets the head by a matrix, such as the facial transformation matrix of MediaPipe. */
    vrm_face_set_head(face: number, matrix: number): number;
    /** Reads a packet of iFacialMocap: `name-INT|…|=head#rx,ry,rz,px,py,pz|rightEye#…|leftEye#…|`, also with & before the numbers. Unknown names are ignored. */
    vrm_face_read_ifacialmocap(bytes: number, size: number, out: number): number;
    /** Reads a packet of VTube Studio on a phone: a JSON object with FaceFound, Rotation, EyeLeft, EyeRight and BlendShapes. Other members are ignored; the unit of Position is not documented. Your program has to request packets every few seconds. */
    vrm_face_read_vtube_studio(bytes: number, size: number, out: number): number;
    /** Makes a calibration that changes nothing: rest 0, peak 1, the head at rest. */
    vrm_face_calibration_init(calibration: number): void;
    /** Adds a face at rest: the calibration has the mean of all that were added. A second of a person who looks straight ahead is enough. */
    vrm_face_calibration_add(calibration: number, face: number): void;
    /** Applies a calibration. */
    vrm_face_calibrate(calibration: number, face: number, out: number): void;
    /** Prepares a filter with the default times. */
    vrm_face_filter_init(filter: number): void;
    /** Smooths a face. While a face is not found, the last one is held. */
    vrm_face_filter_update(filter: number, face: number, dt: number, out: number): void;
    /** Finds what an avatar has for faces. An expression without binds counts as absent. */
    vrm_face_map_init(map: number, model: number): void;
    /** Writes a face into a pose: neck and head, lookAt, presets and custom expressions. What a face does not set stays as it is in the pose, and so do other bones. */
    vrm_face_map_apply(map: number, face: number, out: number): void;
    /** Finds a viseme by its name in any case, also with the prefixes "viseme_" and "vrc.v_". */
    vrm_face_find_viseme(name: number, length: number): number;
    /** Writes the weights of visemes into the five presets of the mouth. Their sum is at most 1, and lips close at PP. */
    vrm_viseme_apply(weights: number, count: number, out: number): void;

    // live/vmc.h
    /** Creates a receiver. */
    vrm_vmc_receiver_create(desc: number, out_receiver: number, out_report: number): number;
    /** Destroys a receiver. Names in poses that it filled are then invalid. */
    vrm_vmc_receiver_destroy(receiver: number): void;
    /** Reads one datagram. */
    vrm_vmc_receiver_add(receiver: number, bytes: number, size: number, time: bigint): number;
    /** Ends the frame that has begun, if there is one. Call it after the last datagram. */
    vrm_vmc_receiver_end_frame(receiver: number): number;
    /** Returns the newest values: of the frame that has begun, and of earlier ones for what it does not have. Use it to show an avatar with the least delay. */
    vrm_vmc_receiver_read_pose(receiver: number, out: number): void;
    /** Returns the pose of the last frame that ended. Use it to record: its values are of one time. */
    vrm_vmc_receiver_read_frame(receiver: number, out: number): void;
    /** Returns the facts of the last frame that ended. */
    vrm_vmc_receiver_frame(receiver: number): number;
    /** Returns what a receiver has counted. */
    vrm_vmc_receiver_counts(receiver: number): number;
    /** Forgets everything that a receiver has read, as after its creation: for another sender. */
    vrm_vmc_receiver_reset(receiver: number): void;
    /** Fills in the default settings of a receiver. Call it through the macro vrm_vmc_receiver_desc_init. */
    vrm_vmc_receiver_desc_init_sized(desc: number, struct_size: number): void;
    /** Creates a sender. */
    vrm_vmc_sender_create(desc: number, out_sender: number, out_report: number): number;
    /** Destroys a sender. */
    vrm_vmc_sender_destroy(sender: number): void;
    /** Makes the datagrams of one frame. They have what the pose sets: bones, the hips, presets and customs. LookAt has no message in VMC. */
    vrm_vmc_sender_write(sender: number, pose: number, root: number, clock: number): number;
    /** Returns a datagram of the last frame. Send them in their order. */
    vrm_vmc_sender_datagram(sender: number, index: number, out_size: number): number;
    /** Fills in the default settings of a sender. Call it through the macro vrm_vmc_sender_desc_init. */
    vrm_vmc_sender_desc_init_sized(desc: number, struct_size: number): void;

    // live/voice.h
    /** Creates a speech. */
    vrm_speech_create(desc: number, out_speech: number, out_report: number): number;
    /** Destroys a speech. */
    vrm_speech_destroy(speech: number): void;
    /** Returns the mouth at a time. It has no state: any time costs the same, in any order. */
    vrm_speech_sample(speech: number, time: bigint, out: number): void;
    /** Returns the facts of a speech. */
    vrm_speech_get_info(speech: number): number;
    /** Sets the five presets of the mouth in a pose. Other entries stay. */
    vrm_mouth_write_pose(mouth: number, pose: number): void;
    /** Fills in the default settings of a speech. Call it through the macro vrm_speech_desc_init. */
    vrm_speech_desc_init_sized(desc: number, struct_size: number): void;
    /** Creates a voice that has heard nothing. */
    vrm_voice_create(desc: number, out_voice: number, out_report: number): number;
    /** Destroys a voice. */
    vrm_voice_destroy(voice: number): void;
    /** Adds samples. The size of blocks changes nothing: a mouth depends on all samples before it. */
    vrm_voice_add(voice: number, samples: number, count: number): void;
    /** Returns the mouth of the sound that was added VRM_VOICE_DELAY ago. It changes every 10 ms. In these, no weight rises by more than 0.2 or falls by more than 0.4. */
    vrm_voice_get_mouth(voice: number, out: number): void;
    /** Forgets the sound, but not what was learned about the speaker: for a pause, or another place in a recording. */
    vrm_voice_reset(voice: number): void;
    /** Sets the vowel that the samples added from now on have. A voice learns the speaker from them. Two seconds of each vowel are enough: let a person hold them one after another, or use recorded speech with known phonemes. */
    vrm_voice_set_vowel(voice: number, vowel: number): void;
    /** Returns what a voice has learned about its speaker, with the calibration that it began with. */
    vrm_voice_get_calibration(voice: number, out: number): void;
    /** Replaces what a voice has learned about its speaker. */
    vrm_voice_set_calibration(voice: number, calibration: number): number;
    /** Fills in the default settings of a voice. Call it through the macro vrm_voice_desc_init. */
    vrm_voice_desc_init_sized(desc: number, struct_size: number): void;
    /** Reads phonemes from text in UTF-8. Each line has a start in seconds, an end in seconds, a symbol, and optionally stress and loudness, with spaces or tabs between them: alphabet ipa 0.000 0.085 h 0.085 0.300 ˈaɪ 1 0.8 0.300 _ A line with two fields has a start and a symbol: the phoneme ends when the next one starts, the last one after 0.1 seconds. "alphabet" sets the alphabet: ipa, arpabet, kana, azure, voicevox, espeak or rhubarb. The symbol "_" is silence. Empty lines and lines that begin with "#" are ignored. */
    vrm_phonemes_read(bytes: number, size: number, out: number, capacity: number, out_info: number): number;

    // live/companion.h
    /** Creates a companion. */
    vrm_companion_create(model: number, desc: number, out_companion: number, out_report: number): number;
    /** Advances the time, and writes pose, expressions and lookAt of the avatar. Call vrm_avatar_update after it. */
    vrm_companion_update(companion: number, avatar: number, body: number, now: bigint): void;
    /** Destroys a companion. The avatar stays as the last update left it. */
    vrm_companion_destroy(companion: number): void;
    /** Fills in the default settings. Call it through the macro vrm_companion_desc_init. */
    vrm_companion_desc_init_sized(desc: number, struct_size: number): void;
    /** Reads a piece of a text, in any chunks, and removes its tags. A tag is `[name]`, `[name 0.7]` or `[name 0.7 3s]`: what, how strong, how long. Names are those of emotions (happy, angry, sad, relaxed, surprised, neutral, and joy, sorrow and fun of VRM 0.x) and of actions, in any case. Brackets around anything else remain text. The tags do nothing by themselves: pass each to vrm_companion_cue, with the time at which its words are heard. */
    vrm_companion_read_text(companion: number, text: number, length: number, out: number, capacity: number, tags: number, tag_capacity: number, out_tag_count: number): number;
    /** Shows the emotion of a tag, or does its action, at a time. An emotion rises, stays, and decays; another one replaces it without a jump. An action replaces the one before it, and afterwards pose and face are what they would be without it. */
    vrm_companion_cue(companion: number, tag: number, time: bigint): number;
    /** Overlays a pose on the upper body, such as the result of a motion generator. It fades in, and out when it is removed. */
    vrm_companion_set_gesture(companion: number, pose: number): void;
    /** Speaks a sentence at a time: moves the mouth, and nods at stressed syllables. Sentences may be added while others are spoken. */
    vrm_companion_say(companion: number, speech: number, start: bigint): number;
    /** Sets the mouth, for speech with neither phonemes nor samples: from visemes or a tracker. It counts beside vrm_companion_say, and closes if it is not set for 0.2 seconds. */
    vrm_companion_set_mouth(companion: number, mouth: number): void;
    /** Speaks with samples: adds them to a voice, and sets the mouth to that of the voice. Call it before each update, with the samples that were heard since the one before. The mouth is VRM_VOICE_DELAY late: play the sound that much later. It closes if no samples come for 0.2 seconds. */
    vrm_companion_say_samples(companion: number, voice: number, samples: number, count: number): void;
    /** Stops speaking: forgets all sentences and cues, and closes the mouth. */
    vrm_companion_be_silent(companion: number): void;
    /** Sets what the companion does while it does not speak. Default: VRM_COMPANION_WAITING. */
    vrm_companion_set_activity(companion: number, activity: number): void;
    /** Sets where the user is: the camera, for example. */
    vrm_companion_set_user(companion: number, position: number): void;
    /** Looks at a point for a while, and then at the user again. */
    vrm_companion_attend(companion: number, target: number, until: bigint): void;
    /** Returns what a companion is doing. */
    vrm_companion_get_status(companion: number, out: number): void;
    /** Changes the params of a companion. The next update uses them. */
    vrm_companion_set_params(companion: number, params: number): void;
    /** Reads params from JSON: an object whose keys are the names of fields. Others stay as they are, and members that are not known are ignored. Its cost grows with the size alone. */
    vrm_companion_params_read(json: number, size: number, params: number): number;
    /** Writes params as JSON that vrm_companion_params_read reads back, bit for bit. */
    vrm_companion_params_write(params: number, out: number, capacity: number): number;
    /** Fills in the default params. Call it through the macro vrm_companion_params_init. */
    vrm_companion_params_init_sized(params: number, struct_size: number): void;
    /** Returns how many bytes vrm_companion_save writes. It is the same for all companions of a version. */
    vrm_companion_save_size(companion: number): number;
    /** Saves everything that the next updates depend on, except for sentences: say them again after vrm_companion_restore. Save the avatar too, with vrm_avatar_save. After vrm_avatar_restore, call vrm_avatar_update with 0 before the next update: the eyes depend on the frame. */
    vrm_companion_save(companion: number, out: number, capacity: number): number;
    /** Restores a saved state. Sentences are forgotten. */
    vrm_companion_restore(companion: number, bytes: number, size: number): number;

    // render.h
    /** Creates a renderer for the GL context that is current. */
    vrm_renderer_create(desc: number, out_renderer: number, out_report: number): number;
    /** Destroys a renderer and its GL objects. Its render models must have been destroyed before. */
    vrm_renderer_destroy(renderer: number): void;
    /** Returns the first problem since the renderer was created: a program of a material that does not compile (such materials are not drawn), or an error that GL reported at the end of a call. The application may have caused such an error before the call. */
    vrm_renderer_problem(renderer: number): number;
    /** Returns how many triangles the last vrm_renderer_draw skipped because of `max_overdraw`. */
    vrm_renderer_skipped(renderer: number): bigint;
    /** Returns how many triangles the last vrm_renderer_draw drew, also those outside of the camera's view, but without outlines. 0 means that the avatars have nothing to draw. */
    vrm_renderer_drawn(renderer: number): bigint;
    /** Fills in the default settings of a renderer. Call it through the macro vrm_renderer_desc_init. */
    vrm_renderer_desc_init_sized(desc: number, struct_size: number): void;
    /** Fills in the default limits. Call it through the macro vrm_render_limits_init. */
    vrm_render_limits_init_sized(limits: number, struct_size: number): void;
    /** Decodes an image, for programs that write it again. It needs no GL. Color profiles and gamma values are ignored, as glTF requires. */
    vrm_image_decode(bytes: number, size: number, max_bytes: bigint, allocator: number, out: number): number;
    /** Releases the pixels of vrm_image_decode. */
    vrm_image_release(image: number, allocator: number): void;
    /** Decodes an image and drops its pixels: for programs that check files. It needs no GL. */
    vrm_image_try(bytes: number, size: number, max_bytes: bigint, allocator: number): number;
    /** Uploads the drawn parts of a model to the GPU. Images that nothing shows are not decoded. Images that cannot be shown become a placeholder (one gray pixel; flat blue for normal maps), and vrm_render_model_image returns the reason. Parts beyond the limits are skipped, in the order of the file, and vrm_render_model_skipped counts them. */
    vrm_render_model_create(renderer: number, model: number, limits: number, out_model: number, out_report: number): number;
    /** Destroys a render model and its GL objects. */
    vrm_render_model_destroy(model: number): void;
    /** Sets the pixels of an image that the host has decoded. They replace the placeholder or the pixels before. Images with the same bytes share textures, and get the pixels too. An image that is larger than `max_texture` is halved until it fits, and further until its textures fit the limits. */
    vrm_render_model_set_image(model: number, image: number, decoded: number): number;
    /** Returns the state of an image of the file. */
    vrm_render_model_image(model: number, image: number): number;
    /** Returns how much memory the textures of an image take on the GPU, with all mipmap levels, and their size. Textures are smaller than the image if a limit requires it. An image of one color and one that cannot be shown have one pixel, which is not counted. Images with the same bytes share textures, which count for the first of them. */
    vrm_render_model_image_bytes(model: number, image: number, out_width: number, out_height: number): bigint;
    /** Limits the width of outlines, for pictures of very small avatars: MToon's widths in meters fit people, and would cover a figurine of 14 cm. Widths that are a part of the screen do not change. */
    vrm_render_model_limit_outlines(model: number, meters: number): void;
    /** Returns what the limits skipped of a model. */
    vrm_render_model_skipped(model: number): number;
    /** Returns how long vrm_render_model_create took. */
    vrm_render_model_times(model: number): number;
    /** Writes both matrices of a view for a camera with perspective. */
    vrm_view_look_at(view: number, eye: number, target: number, up: number, fov: number, aspect: number, z_near: number, z_far: number): void;
    /** Like vrm_render_model_create, but optimized for pictures of one view. In software rendering, images that the view does not show are not decoded, and the others are no larger than it shows them. A picture of another view or pose may then lack textures, or show them blurred. On a GPU, and with VRM_RENDERER_NO_SHORTCUTS, the result is the same as of vrm_render_model_create. */
    vrm_render_model_create_for_view(renderer: number, model: number, limits: number, view: number, frame: number, out_model: number, out_report: number): number;
    /** Draws avatars into the bound framebuffer and viewport. It does not clear. The order is opaque, masked, blended with depth write, blended, each in the order of MT-008 and MT-009, over all avatars together; among equals those farther away come first, then the order of the file counts. A frame whose counts are not those of its model is skipped. If memory is refused, nothing is drawn, or a mesh is drawn without its morph targets. GL state after the call: depth test (less or equal) and depth write on, cull face off, counter-clockwise front faces, blending off, no program or pipeline, vertex array 0, texture unit 0 active with nothing bound there or in the units that were used. */
    vrm_renderer_draw(renderer: number, view: number, draws: number, count: number): void;
    /** Draws lines, such as those of vrm_avatar_debug_lines. The GL state after the call is that of vrm_renderer_draw. */
    vrm_renderer_draw_lines(renderer: number, view: number, lines: number, colors: number, count: number, depth_test: number): void;
    /** Fills in the default settings of a view. Call it through the macro vrm_view_init. */
    vrm_view_init_sized(view: number, struct_size: number): void;
    /** Computes the color of a surface. */
    vrm_mtoon_shade(input: number, out: number): void;
    /** Computes the color of an outline (MT-025). */
    vrm_mtoon_outline(shaded: number, outline_color: number, lighting_mix: number, out: number): void;
    /** Computes the texture coordinates of a matcap. */
    vrm_mtoon_get_matcap_uv(normal: number, to_eye: number, out: number): void;
    /** Computes the position of a vertex's outline in the world (worldCoordinates, MT-023). */
    vrm_mtoon_get_outline_position(position: number, normal: number, width: number, out: number): void;
    /** Computes the position of a vertex's outline in clip space (screenCoordinates, MT-024). */
    vrm_mtoon_get_outline_clip(projection: number, clip: number, view_normal: number, width: number, out: number): void;
    /** Moves texture coordinates as MToon's UV animation does: about (0.5, 0.5), before KHR_texture_transform (MT-027, MT-028, MT-031). */
    vrm_mtoon_get_animated_uv(uv: number, rotation: number, scroll: number, mask: number, out: number): void;
    /** Applies KHR_texture_transform with the scale and offset of a frame. */
    vrm_texture_get_transformed(info: number, scale: number, offset: number, uv: number, out: number): void;

    // camera.h
    /** Sets the camera of a view to show an avatar after its last update. It writes both matrices of the view, with the aspect ratio of its width and height. It measures every vertex, which takes milliseconds: call it when the window or the shot changes, not in each frame. Use a vrm_extent to frame an avatar that moves. If the payload was dropped (vrm_model_drop_payload), vrm_avatar_get_bounds is framed instead, which is larger. */
    vrm_view_frame(view: number, avatar: number, framing: number, out_camera: number): number;
    /** Computes the point that an avatar looks at to follow a cursor: pass it to vrm_avatar_look_at. The point is under the cursor, on a plane that faces the camera, a quarter of the way from the avatar's eyes to the camera. So it is far to the side at the edge of the window, and in front of the face over it. */
    vrm_view_get_look_at_point(view: number, eyes: number, x: number, y: number, out: number): void;
    /** Fills in the default framing. Call it through the macro vrm_framing_init. */
    vrm_framing_init_sized(framing: number, struct_size: number): void;
    /** Measures an avatar after its last update. */
    vrm_extent_create(avatar: number, allocator: number, out_extent: number, out_report: number): number;
    /** Destroys an extent. */
    vrm_extent_destroy(extent: number): void;
    /** Extends an extent by the present state of the avatar, for a camera that shows all of a motion. Head and hips stay as they are. */
    vrm_extent_include(extent: number, avatar: number): number;
    /** Computes the camera that shows an extent, as vrm_view_frame does. */
    vrm_extent_get_camera(extent: number, framing: number, aspect: number, out: number): number;
}
