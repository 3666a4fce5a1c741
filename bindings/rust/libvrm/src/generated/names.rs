//! Names of plain types. Written by tools/make/make-rust from
//! api.json: do not edit.

use libvrm_sys as sys;

#[doc(inline)]
pub use sys::vrm_result as Code;
#[doc(inline)]
pub use sys::vrm_severity as Severity;
#[doc(inline)]
pub use sys::vrm_impact as Impact;
#[doc(inline)]
pub use sys::vrm_argument_kind as ArgumentKind;
#[doc(inline)]
pub use sys::vrm_component as Component;
#[doc(inline)]
pub use sys::vrm_element as Element;
#[doc(inline)]
pub use sys::vrm_alpha_mode as AlphaMode;
#[doc(inline)]
pub use sys::vrm_attribute_semantic as AttributeSemantic;
#[doc(inline)]
pub use sys::vrm_primitive_mode as PrimitiveMode;
#[doc(inline)]
pub use sys::vrm_animation_path as AnimationPath;
#[doc(inline)]
pub use sys::vrm_interpolation as Interpolation;
#[doc(inline)]
pub use sys::vrm_dialect as Dialect;
#[doc(inline)]
pub use sys::vrm_avatar_permission as AvatarPermission;
#[doc(inline)]
pub use sys::vrm_commercial_usage as CommercialUsage;
#[doc(inline)]
pub use sys::vrm_credit_notation as CreditNotation;
#[doc(inline)]
pub use sys::vrm_modification as Modification;
#[doc(inline)]
pub use sys::vrm_bone as Bone;
#[doc(inline)]
pub use sys::vrm_preset as Preset;
#[doc(inline)]
pub use sys::vrm_expression_override as ExpressionOverride;
#[doc(inline)]
pub use sys::vrm_color_bind_type as ColorBindType;
#[doc(inline)]
pub use sys::vrm_uv_components as UvComponents;
#[doc(inline)]
pub use sys::vrm_first_person_type as FirstPersonType;
#[doc(inline)]
pub use sys::vrm_look_at_type as LookAtType;
#[doc(inline)]
pub use sys::vrm_constraint_kind as ConstraintKind;
#[doc(inline)]
pub use sys::vrm_axis as Axis;
#[doc(inline)]
pub use sys::vrm_collider_shape as ColliderShape;
#[doc(inline)]
pub use sys::vrm_spring_limit_kind as SpringLimitKind;
#[doc(inline)]
pub use sys::vrm_outline_width_mode as OutlineWidthMode;
#[doc(inline)]
pub use sys::vrm_image_format as ImageFormat;
#[doc(inline)]
pub use sys::vrm_load_flags as LoadFlags;
#[doc(inline)]
pub use sys::vrm_writers as Writers;
#[doc(inline)]
pub use sys::vrm_avatar_flags as AvatarFlags;
#[doc(inline)]
pub use sys::vrm_look_at_mode as LookAtMode;
#[doc(inline)]
pub use sys::vrm_expression_layer as ExpressionLayer;
#[doc(inline)]
pub use sys::vrm_expression_class as ExpressionClass;
#[doc(inline)]
pub use sys::vrm_texture_slot as TextureSlot;
#[doc(inline)]
pub use sys::vrm_spring_mode as SpringMode;
#[doc(inline)]
pub use sys::vrm_line_kind as LineKind;
#[doc(inline)]
pub use sys::vrm_crowd_detail as CrowdDetail;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_pose_parts as PoseParts;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_bone_group as BoneGroup;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_apply_flags as ApplyFlags;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_clip_format as ClipFormat;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_clip_flags as ClipFlags;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_slot_flags as SlotFlags;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_mixer_event_kind as MixerEventKind;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_limb as Limb;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_lanes as Lanes;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_check_flags as CheckFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_write_flags as WriteFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_written_changes as WrittenChanges;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_change_kind as ChangeKind;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_bind_kind as BindKind;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_spring_field as SpringField;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_image_use as ImageUse;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_meshopt_mode as MeshoptMode;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_optimize_flags as OptimizeFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_normalize_flags as NormalizeFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_migrate_flags as MigrateFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_make_flags as MakeFlags;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_diff_part as DiffPart;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_diff_kind as DiffKind;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_diff_table as DiffTable;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_face_shape as FaceShape;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_face_parts as FaceParts;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_face_look_at as FaceLookAt;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_viseme as Viseme;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_vmc_sender_flags as VmcSenderFlags;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_alphabet as Alphabet;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_companion_tag_kind as CompanionTagKind;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_companion_activity as CompanionActivity;
#[doc(inline)]
pub use sys::vrm_vec2 as Vec2;
#[doc(inline)]
pub use sys::vrm_vec3 as Vec3;
#[doc(inline)]
pub use sys::vrm_vec4 as Vec4;
#[doc(inline)]
pub use sys::vrm_quat as Quat;
#[doc(inline)]
pub use sys::vrm_mat4 as Mat4;
#[doc(inline)]
pub use sys::vrm_trs as Trs;
#[doc(inline)]
pub use sys::vrm_buffer_view as BufferView;
#[doc(inline)]
pub use sys::vrm_texture_info as TextureInfo;
#[doc(inline)]
pub use sys::vrm_attribute as Attribute;
#[doc(inline)]
pub use sys::vrm_morph_target as MorphTarget;
#[doc(inline)]
pub use sys::vrm_channel as Channel;
#[doc(inline)]
pub use sys::vrm_permissions as Permissions;
#[doc(inline)]
pub use sys::vrm_humanoid as Humanoid;
#[doc(inline)]
pub use sys::vrm_morph_bind as MorphBind;
#[doc(inline)]
pub use sys::vrm_color_bind as ColorBind;
#[doc(inline)]
pub use sys::vrm_uv_bind as UvBind;
#[doc(inline)]
pub use sys::vrm_curve_key as CurveKey;
#[doc(inline)]
pub use sys::vrm_constraint as Constraint;
#[doc(inline)]
pub use sys::vrm_spring_collider as SpringCollider;
#[doc(inline)]
pub use sys::vrm_spring_limit as SpringLimit;
#[doc(inline)]
pub use sys::vrm_spring_joint as SpringJoint;
#[doc(inline)]
pub use sys::vrm_mtoon as Mtoon;
#[doc(inline)]
pub use sys::vrm_image_header as ImageHeader;
#[doc(inline)]
pub use sys::vrm_look_at_state as LookAtState;
#[doc(inline)]
pub use sys::vrm_material_values as MaterialValues;
#[doc(inline)]
pub use sys::vrm_spring_joint_settings as SpringJointSettings;
#[doc(inline)]
pub use sys::vrm_line as Line;
#[doc(inline)]
pub use sys::vrm_space as Space;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_leg_shape as LegShape;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_marker as Marker;
#[cfg(feature = "experimental")]
#[doc(inline)]
pub use sys::vrm_mixer_event as MixerEvent;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_written_info as WrittenInfo;
#[cfg(feature = "author")]
#[doc(inline)]
pub use sys::vrm_diff_info as DiffInfo;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_vmc_counts as VmcCounts;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_vmc_frame as VmcFrame;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_speech_info as SpeechInfo;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_mouth as Mouth;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_voice_calibration as VoiceCalibration;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_phonemes_info as PhonemesInfo;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_companion_params as CompanionParams;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_companion_tag as CompanionTag;
#[cfg(feature = "live")]
#[doc(inline)]
pub use sys::vrm_companion_status as CompanionStatus;
