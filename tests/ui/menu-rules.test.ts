import { describe, expect, it, vi } from 'vitest';
import { MESSAGE_ACTIONS } from '../../src/app/screens/conversation/message-actions.ts';
import { menuOf, type MenuFacts } from '../../src/app/screens/conversation/menu-rules.ts';

const theirs: MenuFacts = {
  mine: false,
  type: 'text',
  delivery: 'sent',
  numbered: true,
  inGroup: false,
  role: null,
  ageSec: 10,
  redoTimeSec: 120,
  mayEdit: false,
  pinning: null,
  sharesReceipts: false,
  mayReact: false,
  mayRemind: false,
  mayMark: false,
  previewed: false,
  reacted: false,
  poll: false,
  mayClose: false,
  mayReport: false,
  threading: null,
  linkable: false,
  mayChoose: true,
  mayDelete: true,
  maySpeak: true,
};
const mine: MenuFacts = { ...theirs, mine: true };

describe('the menu of a message', () => {
  it('RECALL-1: the author may recall within the window, and never when it is 0', () => {
    expect(menuOf(mine)).toContain('recall');
    expect(menuOf({ ...mine, ageSec: 120 })).not.toContain('recall');
    expect(menuOf({ ...mine, ageSec: 0, redoTimeSec: 0 })).not.toContain('recall');
    expect(menuOf(theirs)).not.toContain('recall');
  });

  it('RECALL-1: owner and managers recall anything in their group at any time, members do not', () => {
    const old: MenuFacts = { ...theirs, inGroup: true, ageSec: 1e6 };
    expect(([1, 2, 3] as const).map((role) => menuOf({ ...old, role }).includes('recall'))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('UNREAD-3: from others’ messages on a chat is marked as unread', () => {
    expect(menuOf({ ...theirs, mayMark: true })).toContain('unreadFrom');
    for (const facts of [theirs, { ...mine, mayMark: true }, { ...theirs, mayMark: true, numbered: false }])
      expect(menuOf(facts)).not.toContain('unreadFrom');
  });

  it('RECALL-3: deleting for everyone needs the setting and the author', () => {
    expect(menuOf(mine).at(-1)).toBe('delete');
    expect(menuOf({ ...mine, mayDelete: false })).not.toContain('delete');
    expect(menuOf({ ...theirs, inGroup: true, role: 1 })).not.toContain('delete');
  });

  it('RECALL-1: calls and events cannot be recalled, quoted or forwarded; voice is not forwarded', () => {
    expect(menuOf({ ...mine, type: 'webrtc' })).toEqual(['select', 'delete']);
    expect(menuOf({ ...mine, type: 'event' })).toEqual([]);
    expect(menuOf({ ...mine, type: 'voice' })).toEqual(['quote', 'select', 'recall', 'delete']);
  });

  it('RECALL-1: quoting and mentioning need the right to speak; mentioning is for others in groups', () => {
    const inGroup: MenuFacts = { ...theirs, inGroup: true, role: 3 };
    expect(menuOf(inGroup)).toEqual(['quote', 'mention', 'forward', 'copy', 'select']);
    expect(menuOf({ ...inGroup, maySpeak: false })).toEqual(['forward', 'copy', 'select']);
    expect(menuOf({ ...inGroup, mine: true })).not.toContain('mention');
  });

  it('MEDIA-17: offers to copy a picture if the browser can, never a video or file', () => {
    vi.stubGlobal('ClipboardItem', undefined);
    for (const type of ['video', 'file', 'image'] as const)
      expect(menuOf({ ...theirs, type })).not.toContain('copy');
    vi.stubGlobal('ClipboardItem', Object);
    vi.stubGlobal('navigator', { clipboard: { write: () => undefined } });
    expect(menuOf({ ...theirs, type: 'image' })).toContain('copy');
    expect(menuOf({ ...theirs, type: 'image', numbered: false })).not.toContain('copy');
    for (const type of ['video', 'file'] as const) expect(menuOf({ ...theirs, type })).not.toContain('copy');
    vi.unstubAllGlobals();
  });

  it('UI-159: each action is one row, beside those of its group; those that remove are the last', () => {
    const keys = MESSAGE_ACTIONS.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const groups = MESSAGE_ACTIONS.map(({ group }) => group);
    expect(groups.filter((one, at) => one !== groups[at - 1])).toEqual(['answer', 'take', 'keep', 'end']);
    const removing = MESSAGE_ACTIONS.filter((one) => 'danger' in one).map(({ group }) => group);
    expect(new Set(removing)).toEqual(new Set(['end']));
  });

  it('SEND-5: a failed message can go again or away, one under way can be taken back', () => {
    expect(menuOf({ ...mine, delivery: 'failed' })).toEqual(['retry', 'copy', 'discard']);
    expect(menuOf({ ...mine, delivery: 'going' })).toEqual(['copy', 'discard']);
  });
});
