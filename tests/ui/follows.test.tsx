// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import MentionSheet from '../../src/app/screens/conversation/mention-sheet.tsx';
import type { Actions, Application } from '../../src/client/interface/client.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { contactId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { message } from '../support/messages.ts';
import { application, file } from '../support/answered-rows.ts';
import { closeScreens, happens, showApp, showPart } from '../support/screen.tsx';
import { contactOf, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(closeScreens);

const at = (seq: number, part: Partial<Contact> = {}): Contact => {
  const hikers = contactOf('group-5', { displayName: 'Hikers', ...part });
  return { ...hikers, counting: { ...hikers.counting, seq } };
};
const others = contactOf(2, { displayName: 'Maya' });

const nothing = () => undefined;

/** A page on screen, and what happens in the chat `group-5` afterwards. */
async function open(path: string, own: Partial<Actions>, part: Partial<Contact> = {}) {
  const client = scriptedClient(stateWith([others, at(1, part)]), own);
  const screen = await showApp(client, path);
  const asked = (name: string) => client.asked.filter(([one]) => one === name).length;
  const becomes = (...contacts: readonly Contact[]) => happens(() => client.set(stateWith(contacts)));
  return { screen, asked, becomes };
}

describe('what was asked for and is shown follows what is told', () => {
  it('EDIT-2, RECALL-2: words that a search found are those of now, and go with their chat', async () => {
    let rows = [{ conversation: contactId('group-5'), message: message(7, { content: 'over the hill' }) }];
    const on = await open('/pages/index/search?type=1&keywords=hill', {
      searchMessages: () => Promise.resolve(ok({ rows, more: false })),
    });
    await until(() => expect(on.screen.text()).toContain('over the hill'));
    expect(on.asked('searchMessages')).toBe(1);
    rows = rows.map((row) => ({ ...row, message: { ...row.message, content: 'round the hill' } }));
    await on.becomes(others, at(2));
    await until(() => expect(on.screen.text()).toContain('round the hill'));
    rows = [];
    await on.becomes(others);
    await until(() => expect(on.screen.text()).not.toContain('round the'));
  });

  it('RECALL-2, FILE-3: a file that was taken back stands in no list of files', async () => {
    let rows = [file({})];
    const on = await open('/?view=files', { files: () => Promise.resolve(ok({ rows, total: rows.length })) });
    await until(() => expect(on.screen.text()).toContain('plan.pdf'));
    rows = [];
    await on.becomes(others, at(2));
    await until(() => expect(on.screen.text()).not.toContain('plan.pdf'));
    expect(on.asked('files')).toBe(2);
  });

  it('RECALL-2, UI-66: pictures of a chat are those of now', async () => {
    let messages = [message(7, { type: 'image', content: '/pictures/7' })];
    const maya = (seq: number) => ({ ...others, counting: { ...others.counting, seq } });
    const on = await open('/pages/message/detail?id=2', {
      browse: () => Promise.resolve(ok({ messages, total: messages.length })),
    });
    await until(() => on.screen.find('link', '1 picture'));
    messages = [];
    await on.becomes(maya(others.counting.seq + 1), at(1));
    await until(() => expect(() => on.screen.find('link', '1 picture')).toThrow());
  });

  it('EDIT-2, RECALL-2: mentions are listed with their words of now', async () => {
    let messages = [message(7, { content: '@Me at nine' })];
    const client = scriptedClient(stateWith([others, at(1)]), {
      mentionsOf: () => Promise.resolve(ok(messages)),
    });
    await showPart(client, <MentionSheet contact={at(1)} open onClose={nothing} onPick={nothing} />);
    await until(() => expect(document.body.textContent).toContain('at nine'));
    messages = [message(7, { content: '@Me at ten' })];
    await happens(() => client.set(stateWith([others, at(2)])));
    await until(() => expect(document.body.textContent).toContain('at ten'));
    expect(document.body.textContent).not.toContain('at nine');
  });

  it('FRIEND-3, UI-80: a request that was sent is none any more once it was taken', async () => {
    let status: Application['status'] = 2;
    const on = await open('/pages/contacts/friend?tab=sent', {
      applications: () => Promise.resolve(ok({ rows: [application(status)], total: 1 })),
    });
    await until(() => on.screen.find('button', 'Cancel request'));
    status = 1;
    await on.becomes(others, at(1), contactOf(32));
    await until(() => expect(() => on.screen.find('button', 'Cancel request')).toThrow());
  });
});
