// Every kind of motion that the maker writes, faults aside: a name, and arguments of `vrm-maker`.
export const MOTIONS = [
    ...['stand', 'walk', 'squat', 'dance', 'test'].map(name => [`${name}.vrma`, `motion --motion ${name}`]),
    ['fast.vrma', 'motion --motion walk --fps 60'],
    ['character.vrma', 'motion --motion dance --body character'],
    ['rests.vrma', 'motion --motion test --rest-rotations'],
    ['step.vrma', 'motion --motion test --interpolation step'],
    ['cubic.vrma', 'motion --motion test --interpolation cubicspline'],
    ['point.vrma', 'motion --motion test --gaze point'],
    ['missing.vrma', 'motion --motion test --missing upperChest,leftToes,rightToes,jaw'],
    ['names.glb', 'motion --motion test --as gltf'],
    ['mixamo.glb', 'motion --motion test --as mixamo'],
    ['mixamo-no-prefix.glb', 'motion --motion test --as mixamo-no-prefix'],
    ['mixamo-armature.glb', 'motion --motion test --as mixamo-armature'],
    ['mixamo-between.glb', 'motion --motion test --as mixamo-between'],
    ['mocopi.bvh', 'motion --motion test --as bvh --family mocopi'],
    ['forms.bvh', 'motion --motion test --as bvh --rest a --offsets axis --order XYZ'],
];
