//! GL-048: compressed meshes are read by the meshoptimizer that the program has, or named with a remedy.
//! `bindings/rust/check.py` makes the file and sets VRM_COMPRESSED to its folder.
#![allow(missing_docs)]

use libvrm::*;

/// The same avatar with and without compression. `None`: nobody has made them.
fn files() -> Option<[Vec<u8>; 2]> {
    let Some(folder) = std::env::var_os("VRM_COMPRESSED") else {
        println!("skip: VRM_COMPRESSED names no folder with small.vrm and plain.vrm");
        return None;
    };
    let folder = std::path::PathBuf::from(folder);
    Some(["small.vrm", "plain.vrm"].map(|name| std::fs::read(folder.join(name)).expect("a file")))
}

/// Positions and triangles of a primitive.
type Mesh = (Vec<[f32; 3]>, Vec<u32>);

fn meshes(model: &Model<'_>) -> Result<Vec<Mesh>, Error> {
    let meshes = model.gltf().meshes().iter().enumerate();
    let all = meshes.flat_map(|(mesh, values)| {
        (0..values.primitives().len()).map(move |primitive| (mesh, primitive))
    });
    all.map(|(mesh, primitive)| {
        let positions = model.read_vertices(mesh, primitive, AttributeSemantic::POSITION, 0)?;
        Ok((positions, model.read_triangles(mesh, primitive)?))
    })
    .collect()
}

#[cfg(feature = "meshopt")]
#[test]
fn compressed_meshes_are_read() {
    let Some([small, plain]) = files() else { return };
    let (model, whole) =
        (Model::load(&small).expect("a model"), Model::load(&plain).expect("a model"));
    assert!(small.len() < plain.len());
    assert!(model.report().iter().all(|found| found.code() != "buffer-compressed"));
    let expected = meshes(&whole).expect("meshes");
    assert!(!expected.is_empty());
    assert_eq!(meshes(&model).expect("meshes"), expected);

    // A decoder of the program is used instead: one without functions decodes nothing.
    // SAFETY: it has no function.
    let none = unsafe { Meshopt::new(sys::vrm_meshopt_decoder::default()) };
    let options = LoadOptions { meshopt: Some(none), ..LoadOptions::default() };
    let model = options.load(&small).expect("a model");
    assert!(model.report().iter().any(|found| found.code() == "buffer-compressed"));
    let options = LoadOptions { meshopt: Some(Meshopt::linked()), ..LoadOptions::default() };
    assert_eq!(meshes(&options.load(&small).expect("a model")).expect("meshes"), expected);
}

#[cfg(not(feature = "meshopt"))]
#[test]
fn compressed_meshes_are_named() {
    let Some([small, plain]) = files() else { return };
    let model = Model::load(&small).expect("a model");
    let report = model.report();
    let found =
        report.iter().find(|found| found.code() == "buffer-compressed").expect("a diagnostic");
    assert!(found.message().contains("EXT_meshopt_compression") && !found.remedy().is_empty());
    assert!(meshes(&model).is_err());
    assert!(meshes(&Model::load(&plain).expect("a model")).is_ok());
}
