import type { CallView } from '../../src/client/interface/calls.ts';
import { callOf } from './scripted-calls.ts';
import { happens, type Screen, showApp } from './screen.tsx';
import { lastText, type ScriptedClient, scriptedClient, stateWith } from './scripted-client.ts';
import { aContact } from './contacts.ts';

/** The pretended browser's own handle; its package declares it only in its own window type. */
const browser = Reflect.get(window, 'happyDOM') as {
  setViewport(size: { readonly width: number; readonly height: number }): void;
};
export const wide = () => browser.setViewport({ width: 1_280, height: 800 });
export const narrow = () => browser.setViewport({ width: 390, height: 844 });
const maya = aContact(7, { displayName: 'Maya', ...lastText('hi', 1) });

/** Opens the app of a user with one friend. The test sets the calls that it shows. */
export async function openCalls(path = '/'): Promise<{
  readonly screen: Screen;
  readonly client: ScriptedClient;
  readonly show: (part: Partial<CallView> | null) => Promise<void>;
  readonly change: (part: Partial<CallView>) => Promise<void>;
}> {
  const client = scriptedClient(stateWith([maya]));
  const screen = await showApp(client, path);
  return {
    screen,
    client,
    show: (part) => happens(() => client.calls.show(part === null ? null : callOf(part))),
    change: (part) => happens(() => client.calls.change(part)),
  };
}
