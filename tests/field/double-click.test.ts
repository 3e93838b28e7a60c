// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardPresses } from '../../src/app/kit/own-press.ts';

let end = (): void => undefined;
let pressed: string[] = [];
beforeEach(() => {
  end = guardPresses();
  pressed = [];
  location.hash = '#/forward';
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

function show(...names: readonly string[]): void {
  const buttons = names.map((name) => {
    const button = document.createElement('button');
    button.id = name;
    button.addEventListener('click', () => pressed.push(name));
    return button;
  });
  document.body.replaceChildren(...buttons);
}

/** `detail`: which press of a double click it is, as browsers count. */
function press(name: string, detail: number): void {
  const button = document.getElementById(name) ?? expect.fail(name);
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
}

it('UI-141: the second press of a double click on "Forward" does not call from the chat behind it', () => {
  show('forward');
  press('forward', 1);
  location.hash = '#/chat';
  show('call');
  press('call', 2);
  expect(pressed).toEqual(['forward']);
  press('call', 1);
  expect(pressed).toEqual(['forward', 'call']);
});

it('UI-141: the second press of a double click in a sheet does not reach what the sheet covered', () => {
  show('send', 'below');
  document.getElementById('send')?.setAttribute('data-over', '');
  press('send', 1);
  press('below', 2);
  expect(pressed).toEqual(['send']);
});

it('UI-141: quick presses of one button count, also when each leads on', () => {
  show('next');
  press('next', 1);
  location.hash = '#/2';
  press('next', 2);
  press('next', 3);
  expect(pressed).toEqual(['next', 'next', 'next']);
});
