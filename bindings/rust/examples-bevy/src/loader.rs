//! Assets: avatars (.vrm) and motions (.vrma, .bvh, .vmd).

use bevy::asset::{AssetLoader, LoadContext, RenderAssetUsages, io::Reader};
use bevy::image::{
    CompressedImageFormats, ImageAddressMode, ImageSampler, ImageSamplerDescriptor, ImageType,
};
use bevy::mesh::morph::{MorphAttributes, MorphTargetImage};
use bevy::mesh::skinning::SkinnedMeshInverseBindposes;
use bevy::mesh::{Indices, PrimitiveTopology, VertexAttributeValues};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::Face;
use libvrm::{AlphaMode as VrmAlpha, AttributeSemantic, Clip, FirstPersonType, Model};

/// A part of an avatar with one material.
pub struct Part {
    pub node: usize,
    pub mesh: Handle<Mesh>,
    pub material: Handle<StandardMaterial>,
    pub skin: Option<usize>,
    pub has_morph_targets: bool,
    pub first_person: FirstPersonType,
}

/// An avatar as its file describes it: any number of entities show it.
#[derive(Asset, TypePath)]
pub struct VrmModel {
    pub model: Model<'static>,
    pub parts: Vec<Part>,
    /// By skin.
    pub inverse_binds: Vec<Handle<SkinnedMeshInverseBindposes>>,
}

/// A motion for any avatar.
#[derive(Asset, TypePath)]
pub struct VrmMotion(pub Clip);

#[derive(Default, TypePath)]
pub struct ModelLoader;

impl AssetLoader for ModelLoader {
    type Asset = VrmModel;
    type Settings = ();
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<VrmModel, BevyError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        let model = Model::load_copy(&bytes)?;
        for problem in model.report() {
            debug!("{problem}");
        }
        let materials = materials(&model, context);
        let parts = parts(&model, &materials, context)?;
        let mut inverse_binds = Vec::new();
        for skin in 0..model.gltf().skins().len() {
            let binds = model.read_inverse_binds(skin)?;
            let binds: Vec<Mat4> =
                binds.iter().map(|bind| Mat4::from_cols_array(&bind.m)).collect();
            let binds = SkinnedMeshInverseBindposes::from(binds);
            inverse_binds.push(context.add_labeled_asset(format!("skin {skin}"), binds));
        }
        // Meshes and images are Bevy's now.
        Ok(VrmModel { model: model.without_payload(), parts, inverse_binds })
    }

    fn extensions(&self) -> &[&str] {
        &["vrm"]
    }
}

#[derive(Default, TypePath)]
pub struct MotionLoader;

impl AssetLoader for MotionLoader {
    type Asset = VrmMotion;
    type Settings = ();
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _: &(),
        _: &mut LoadContext<'_>,
    ) -> Result<VrmMotion, BevyError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(VrmMotion(Clip::load(&bytes)?))
    }

    fn extensions(&self) -> &[&str] {
        &["vrma", "bvh", "vmd"]
    }
}

/// An image, if Bevy can decode it.
fn image(model: &Model<'_>, index: usize, context: &mut LoadContext<'_>) -> Option<Handle<Image>> {
    let label = format!("image {index}");
    let kind = match model.image_header(index).ok()?.format {
        libvrm::ImageFormat::PNG => "image/png",
        libvrm::ImageFormat::JPEG => "image/jpeg",
        _ => return None,
    };
    let image = Image::from_buffer(
        model.image_bytes(index).ok()?,
        ImageType::MimeType(kind),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::Descriptor(ImageSamplerDescriptor {
            address_mode_u: ImageAddressMode::Repeat,
            address_mode_v: ImageAddressMode::Repeat,
            ..ImageSamplerDescriptor::linear()
        }),
        RenderAssetUsages::RENDER_WORLD,
    );
    match image {
        Ok(image) => Some(context.add_labeled_asset(label, image)),
        Err(error) => {
            warn!("{label}: {error}");
            None
        }
    }
}

/// Bevy's materials: colors, textures and alpha. A toon shader would take more from `mtoons`.
fn materials(model: &Model<'_>, context: &mut LoadContext<'_>) -> Vec<Handle<StandardMaterial>> {
    let (mut handles, mut images) = (Vec::new(), HashMap::new());
    for (index, material) in model.tables().materials().iter().enumerate() {
        let texture = libvrm::index(material.base_color_texture().texture);
        let source = texture.and_then(|texture| model.gltf().textures().get(texture)?.image());
        let color = LinearRgba::from_f32_array(material.base_color_factor());
        let is_double_sided = material.is_double_sided();
        let standard = StandardMaterial {
            base_color: color.into(),
            base_color_texture: source.and_then(|index| {
                images.entry(index).or_insert_with(|| image(model, index, context)).clone()
            }),
            perceptual_roughness: 1.0,
            reflectance: 0.0,
            double_sided: is_double_sided,
            cull_mode: (!is_double_sided).then_some(Face::Back),
            alpha_mode: match material.alpha_mode() {
                VrmAlpha::MASK => AlphaMode::Mask(material.alpha_cutoff()),
                VrmAlpha::BLEND => AlphaMode::Blend,
                _ => AlphaMode::Opaque,
            },
            ..default()
        };
        handles.push(context.add_labeled_asset(format!("material {index}"), standard));
    }
    handles
}

fn parts(
    model: &Model<'_>,
    materials: &[Handle<StandardMaterial>],
    context: &mut LoadContext<'_>,
) -> Result<Vec<Part>, libvrm::Error> {
    let default = context.add_labeled_asset("default material".into(), StandardMaterial::default());
    let (gltf, mut parts) = (model.gltf(), Vec::new());
    for (node, entry) in gltf.nodes().iter().enumerate() {
        let Some(mesh) = entry.mesh() else { continue };
        let primitives = gltf.meshes().get(mesh).map_or(0, |mesh| mesh.primitives().len());
        let first_person = model.first_person(node);
        for index in 0..primitives {
            let primitive = gltf.meshes().get(mesh).and_then(|mesh| mesh.primitives().get(index));
            let material = primitive.and_then(|primitive| primitive.material());
            let label = format!("mesh {mesh} {index} of {node}");
            let built = build(model, (mesh, index), entry.skin(), &label, context)?;
            parts.push(Part {
                node,
                mesh: context.add_labeled_asset(label, built),
                material: material.map_or(&default, |index| &materials[index]).clone(),
                skin: entry.skin(),
                has_morph_targets: primitive.is_some_and(|one| !one.targets().is_empty()),
                first_person,
            });
        }
    }
    Ok(parts)
}

fn build(
    model: &Model<'_>,
    (mesh, primitive): (usize, usize),
    skin: Option<usize>,
    label: &str,
    context: &mut LoadContext<'_>,
) -> Result<Mesh, libvrm::Error> {
    use AttributeSemantic as Of;
    let usage = RenderAssetUsages::RENDER_WORLD;
    let positions = model.read_vertices::<3>(mesh, primitive, Of::POSITION, 0)?;
    let count = positions.len();
    let mut built = Mesh::new(PrimitiveTopology::TriangleList, usage)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32(model.read_triangles(mesh, primitive)?));
    // What a primitive does not have is left out.
    if let Ok(normals) = model.read_vertices::<3>(mesh, primitive, Of::NORMAL, 0) {
        built.insert_attribute(Mesh::ATTRIBUTE_NORMAL, normals);
    }
    if let Ok(uvs) = model.read_vertices::<2>(mesh, primitive, Of::TEXCOORD, 0) {
        built.insert_attribute(Mesh::ATTRIBUTE_UV_0, uvs);
    }
    if let Some(skin) = skin {
        let joints = model.read_joints(mesh, primitive, 0, skin)?;
        let weights = model.read_vertices::<4>(mesh, primitive, Of::WEIGHTS, 0)?;
        built
            .insert_attribute(Mesh::ATTRIBUTE_JOINT_INDEX, VertexAttributeValues::Uint16x4(joints));
        built.insert_attribute(Mesh::ATTRIBUTE_JOINT_WEIGHT, weights);
    }
    let entry = model.gltf().meshes().get(mesh).and_then(|mesh| mesh.primitives().get(primitive));
    let mut targets = Vec::new();
    for target in 0..entry.map_or(0, |entry| entry.targets().len()) {
        let positions = model.read_morph_target(mesh, primitive, target, Of::POSITION)?;
        let normals = model.read_morph_target(mesh, primitive, target, Of::NORMAL)?;
        targets.push(positions.into_iter().zip(normals).map(|(position, normal)| {
            MorphAttributes::new(position.into(), normal.into(), Vec3::ZERO)
        }));
    }
    if !targets.is_empty() {
        match MorphTargetImage::new(targets.into_iter(), count, usage) {
            Ok(image) => {
                let image = context.add_labeled_asset(format!("{label}: targets"), image.0);
                built.set_morph_targets(image);
            }
            Err(error) => warn!("{label}: {error}"),
        }
    }
    Ok(built)
}
