// The page of sliders: expressions, wind, time, and springs at any frame rate.
import { button, checkbox, make, slider } from './dom.js';
import { compareRates } from './rates.js';
import type { Apart } from './rates.js';
import type { Stage } from './stage.js';
import { language, say } from './words.js';

const percent = (value: number): string => `${Math.round(value * 100)} %`;
const degrees = (value: number): string => `${value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}°`;

const both = ({ average, most }: Apart): string => `${degrees(average)} (${degrees(most)})`;

/** The sliders of what is shown. */
export function tryingView(stage: Stage): HTMLElement {
    const { shown } = stage;
    if (!shown) return make('p', {}, say('Open an avatar first.'));
    return make('div', {},
        make('h2', {}, say('Expressions')), expressionsView(stage),
        make('h2', {}, say('Springs')), springsView(stage),
        make('h2', {}, say('Time and pose')),
        slider(say('speed'), stage.timeScale, { min: 0, max: 2, step: 0.05 }, percent, (value) => { stage.timeScale = value; }),
        checkbox(say('relaxed pose instead of the T-pose'), stage.isRelaxed, (on) => stage.setPose(on)),
        checkbox(say('first-person view'), stage.isFirstPerson, (on) => { stage.isFirstPerson = on; }));
}

function expressionsView(stage: Stage): HTMLElement {
    const { avatar, model } = stage.shown!;
    const { expressions } = model.tables;
    if (expressions.length === 0) return make('p', {}, say('This avatar has no expressions.'));
    const view = make('div');
    const fill = (): void => view.replaceChildren(
        ...expressions.map(({ name, overrideBlink, overrideLookAt, overrideMouth, morphBinds, colorBinds, uvBinds }, i) => {
            const blocks = [overrideBlink !== 'none' && say('blinking'), overrideLookAt !== 'none' && say('lookAt'), overrideMouth !== 'none' && say('mouth')].filter(Boolean);
            const isEmpty = morphBinds.length + colorBinds.length + uvBinds.length === 0;
            const one = slider(name, stage.weights.get(i) ?? 0, { min: 0, max: 1, step: 0.01 }, percent, (value) => {
                stage.weights.set(i, value);
                avatar.setExpression(i, value);
            });
            if (blocks.length > 0) one.firstElementChild!.append(make('span', { class: 'small' }, ` (${say('overrides {1}', blocks.join(language === 'ja' ? '・' : ', '))})`));
            if (isEmpty) one.firstElementChild!.append(make('span', { class: 'small' }, ` (${say('does nothing')})`));
            return one;
        }),
        button(say('Set all to 0'), () => {
            avatar.clearExpressionLayer('application');
            stage.weights.clear();
            fill();
        }));
    fill();
    return view;
}

function springsView(stage: Stage): HTMLElement {
    const { model } = stage.shown!;
    if (model.tables.springs.length === 0) return make('p', {}, say('This avatar has no springs.'));
    const { rates } = stage;
    const apart = make('output', { id: 'apart' });
    const compare = make('div', { hidden: !rates.isOn },
        slider(say('frames per second'), rates.fps, { min: 15, max: 240, step: 5 }, (value) => String(value), (value) => { rates.fps = value; }),
        checkbox(say('swing left and right'), rates.isSwinging, (on) => { rates.isSwinging = on; }),
        make('p', {}, say('Left: steps of 1/60 s at any frame rate. Right: one step per frame, like three-vrm.')),
        make('p', {}, say('Current difference:'), ' ', apart));
    const table = make('div', { 'aria-live': 'polite' });
    return make('div', {},
        slider(say('wind'), stage.wind, { min: -2, max: 2, step: 0.05 }, (value) => value.toFixed(2), (value) => { stage.wind = value; }),
        checkbox(say('show joints and colliders'), stage.hasSpringLines, (on) => { stage.hasSpringLines = on; }),
        checkbox(say('compare frame rates with two avatars side by side'), rates.isOn, (on) => {
            compare.hidden = !on;
            if (on) rates.start(stage.shown!);
            else rates.stop();
            stage.frame();
        }),
        compare,
        button(say('Measure all frame rates'), () => table.replaceChildren(ratesTable(stage))), table);
}

function ratesTable(stage: Stage): HTMLElement {
    return make('div', {},
        make('p', {}, say('The same swing at each frame rate: the average (and largest) difference of joints from 60 frames per second.')),
        make('table', {},
            make('thead', {}, make('tr', {}, ...[say('frames per second'), say('this library'), say('one step per frame')].map((text) => make('th', { scope: 'col' }, text)))),
            make('tbody', {}, ...compareRates(stage.shown!.model).map(({ fps, own, literal }) =>
                make('tr', {}, make('td', {}, String(fps)), make('td', {}, both(own)), make('td', {}, both(literal)))))));
}

/** Writes how far the two avatars are apart, a few times in a second. */
export function refreshTrying(stage: Stage): void {
    const output = document.getElementById('apart');
    if (output && stage.rates.isOn) output.textContent = degrees(stage.rates.apart);
}
