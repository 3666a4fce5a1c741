// Avatars in react-three-fiber. useLoader loads a file once, whoever asks for it; each <Avatar> shows an instance of
// its own, which needs no second load and shares geometries and textures.
import { useFrame, useLoader } from '@react-three/fiber';
import { VRMLoaderPlugin, VRMUtils } from 'libvrm/three';
import { useEffect, useState } from 'react';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

const withVRM = (loader) => { loader.register((parser) => new VRMLoaderPlugin(parser)); };

/** An avatar of a file; undefined until there is one. It is disposed of with the component. */
export function useAvatar(url) {
    const { vrm } = useLoader(GLTFLoader, url, withVRM).userData;
    const [avatar, setAvatar] = useState();
    useEffect(() => {
        let isGone = false, made;
        vrm.createInstance().then((one) => {
            VRMUtils.rotateVRM0(one);
            made = one;
            if (isGone) one.dispose();
            else setAvatar(one);
        });
        return () => {
            isGone = true;
            made?.dispose();
        };
    }, [vrm]);
    return avatar;
}

/** Shows it. `expressions` has weights by name; `lookAt` is an object of three. */
export function Avatar({ url, expressions, lookAt, onReady, ...properties }) {
    const avatar = useAvatar(url);
    useEffect(() => { if (avatar) onReady?.(avatar); }, [avatar, onReady]);
    useEffect(() => { if (avatar?.lookAt) avatar.lookAt.target = lookAt ?? null; }, [avatar, lookAt]);
    useEffect(() => {
        for (const [name, weight] of Object.entries(expressions ?? {})) avatar?.expressionManager?.setValue(name, weight);
    }, [avatar, expressions]);
    useFrame((_, seconds) => avatar?.update(seconds));
    return avatar ? <primitive object={avatar.scene} {...properties} /> : null;
}
