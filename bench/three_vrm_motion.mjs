// What it costs three's AnimationMixer and three-vrm to play a motion. For bench/motion.
//
// usage: node bench/three_vrm_motion.mjs FOLDER AVATAR MOTION     FOLDER has the packages in node_modules
//
// Prints "ok ONE SEEK POSE TWO VERSION": microseconds for one avatar and frame, the lower tenth of
// many. ONE is mixer.update with one clip, in the order of time; SEEK the same at random times; POSE
// is ONE and humanoid.update, which turns the bones of the avatar; TWO is two clips at equal weights
// and humanoid.update. Thirty avatars take turns, as in bench/motion.
import { readArrayBuffer, threeVrmAnimation } from '../tools/node/three_vrm.mjs';

const AVATARS = 30;
const ROUNDS = { warmUp: 60, measured: 120 };

// Microseconds for one avatar: the lower tenth of rounds over all.
function time(players, work) {
    const times = [];
    for (let round = -ROUNDS.warmUp; round < ROUNDS.measured; round += 1) {
        const start = performance.now();
        for (const player of players) work(player);
        if (round >= 0) times.push((performance.now() - start) / players.length * 1000);
    }
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length / 10)].toFixed(3);
}

async function makePlayer(peer, file, animation, index) {
    const { vrm } = (await peer.parse(readArrayBuffer(file))).userData;
    const mixer = new peer.THREE.AnimationMixer(vrm.scene);
    const play = start => {
        const action = mixer.clipAction(peer.createVRMAnimationClip(animation, vrm));
        action.play();
        action.time = start;
        return action;
    };
    return { vrm, mixer, play, first: play(index * 0.17), index };
}

async function main(folder, file, motion) {
    const peer = await threeVrmAnimation(folder);
    if (peer === null) return 'not installed';
    console.warn = () => {};
    const animation = await peer.parseAnimation(readArrayBuffer(motion));
    const players = [];
    for (let i = 0; i < AVATARS; i += 1) players.push(await makePlayer(peer, file, animation, i));
    const { duration } = animation;
    const one = time(players, ({ mixer }) => mixer.update(1 / 60));
    const seek = time(players, ({ mixer }) => mixer.setTime(Math.random() * duration));
    const pose = time(players, ({ mixer, vrm }) => {
        mixer.update(1 / 60);
        vrm.humanoid.update();
    });
    for (const player of players) {
        player.first.setEffectiveWeight(0.5);
        player.play(player.index * 0.29 + 1).setEffectiveWeight(0.5);
    }
    const two = time(players, ({ mixer, vrm }) => {
        mixer.update(1 / 60);
        vrm.humanoid.update();
    });
    return `ok ${one} ${seek} ${pose} ${two} ${peer.version}`;
}

try {
    console.log(await main(...process.argv.slice(2)));
} catch (error) {
    console.log('does not load');
    console.error(`three-vrm: ${error.message}`);
}
