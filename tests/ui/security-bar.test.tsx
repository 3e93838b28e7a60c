// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { SecurityBar } from '../../src/app/screens/chats/list-bars.tsx';
import { SECURITY_CHANGES, type SecurityNote } from '../../src/domain/kept.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

afterEach(() => closeScreens());

const NOTE: SecurityNote = { what: 'password', atMs: 1_700_000_000_000, device: 'Firefox · Linux' };
function withNotes(security: readonly SecurityNote[] | undefined) {
  const state = stateWith([]);
  return scriptedClient({ ...state, kept: { ...state.kept, security } });
}

it('ACC-21: a bar says what was changed and by which device, and leads to the account security', async () => {
  const screen = await showPart(withNotes([NOTE]), <SecurityBar />);
  expect(screen.find('[role=status]', '').textContent).toMatch(
    /Your password was changed · .+ · Firefox · Linux/,
  );
  expect(screen.find('a', '').getAttribute('href')).toContain('/pages/mine/secure');
});

it('ACC-21: each kind has its words, and there is no bar without notes', async () => {
  for (const what of SECURITY_CHANGES) {
    const screen = await showPart(withNotes([{ ...NOTE, what }]), <SecurityBar />);
    expect(screen.text(), what).not.toContain('security.');
    closeScreens();
  }
  expect((await showPart(withNotes(undefined), <SecurityBar />)).text()).toBe('');
});

it('ACC-21: the owner closes it', async () => {
  const client = withNotes([NOTE]);
  const screen = await showPart(client, <SecurityBar />);
  await screen.press(screen.find('button', ''));
  expect(client.asked).toEqual([['closeSecurityNotes']]);
  const state = client.store.get();
  const keep = new Map(state.pending.keep).set('security', { op: 'o', value: null });
  await happens(() => client.set({ ...state, pending: { ...state.pending, keep } }));
  expect(screen.text()).toBe('');
});
