// The same, of an application that uses three-vrm, whose own declarations need a bundler's resolution.
import { LibVRM, VRM, VRMLoaderPlugin, VRMUtils } from 'libvrm/three';
import type { Stages } from 'libvrm/three';
import { VRM as PlainVRM } from '@pixiv/three-vrm';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** What docs/guides/web-three.md lists for avatars of three-vrm, by the type that such programs name. */
export async function three(loader: GLTFLoader): Promise<VRM> {
    loader.register((parser) => new VRMLoaderPlugin(parser, { literalTime: true, sleep: true }));
    const vrm: VRM = (await loader.loadAsync('avatar.vrm')).userData['vrm'];
    const { springs }: Stages = vrm.stages;
    if (springs === 'three-vrm') console.log('it moves its hair itself');
    if (!vrm.isAccelerated) console.log('three-vrm moves it');
    vrm.teleport(true);
    vrm.setWind(0, 0, 1);
    vrm.setSpringWeight(0.5);
    vrm.warmUp(1);
    vrm.setSleep(true);
    vrm.update(1 / 60);
    vrm.expressionManager?.setValue('happy', 1);
    VRMUtils.rotateVRM0(vrm);
    const plain: PlainVRM = vrm;
    const second: LibVRM = await vrm.createInstance({ ownMaterials: true });
    second.dispose();
    return plain instanceof VRM ? plain : second;
}
