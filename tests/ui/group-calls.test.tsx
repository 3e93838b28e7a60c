// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { GroupCallView, ParticipantView } from '../../src/client/interface/group-calls.ts';
import { GROUP_ROLE, type Role } from '../../src/domain/contact.ts';
import type { GroupCall, GroupCallEnd } from '../../src/domain/group-call.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { until } from '../support/until.ts';
import { wide } from '../support/call-screen.tsx';
import { aContact, aGroup } from '../support/contacts.ts';
import { groupCallViewOf } from '../support/scripted-calls.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';

const HIKERS = contactId('group-3');
const CALL_PAGE = '/pages/message/call?group=group-3';
const CHAT_PAGE = '/pages/message/chat?id=group-3';
const isOnPage = () => location.hash.includes('/pages/message/call?group=group-3');
const mine = { view: { id: 'mine' }, microphone: true, camera: false, sharing: false };

const person = (id: number, name: string, part: Partial<ParticipantView> = {}): ParticipantView => ({
  device: `device-${id}`,
  user: userId(id),
  name,
  avatar: '',
  isHandRaised: false,
  stage: 'connected',
  remote: { view: { id: `view-${id}` }, camera: false, microphone: true, sharing: false },
  quality: null,
  volume: 1,
  ...part,
});

const participant = (id: number, name: string): GroupCall['participants'][number] => ({
  device: `device-${id}`,
  user: userId(id),
  name,
  avatar: '',
  joinedAtMs: 0,
  isHandRaised: false,
});

/** Signs on the tiles. */
const labels = () =>
  [...document.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));

const running = (...participants: GroupCall['participants']): GroupCall => ({
  id: 'call-1',
  startedAtMs: 0,
  startedBy: userId(7),
  participants,
});

async function openGroup(
  path: string,
  { call = null, role = GROUP_ROLE.member }: { readonly call?: GroupCall | null; readonly role?: Role } = {},
) {
  const hikers = aContact(HIKERS, {
    kind: 'group',
    displayName: 'Hikers',
    group: aGroup({ role, members: 3 }),
    groupCall: call,
    ...lastText('hi', 1),
  });
  const client = scriptedClient(stateWith([hikers]));
  const screen = await showApp(client, path);
  const show = (part: Partial<GroupCallView> | null) =>
    happens(() => client.groupCalls.show(part === null ? null : groupCallViewOf({ local: mine, ...part })));
  return {
    client,
    screen,
    show,
    change: (part: Partial<GroupCallView>) => happens(() => client.groupCalls.change(part)),
    requests: () => client.asked.map(([name]) => name),
  };
}

describe('the call of a group', () => {
  beforeEach(wide);
  afterEach(closeScreens);

  it('GCALLUI-1: the chat of a group offers a call, and shows a running one with its people', async () => {
    const { screen } = await openGroup(CHAT_PAGE);
    await until(() => screen.find('button', 'Start a group call'));
    closeScreens();
    const other = await openGroup(CHAT_PAGE, {
      call: running(participant(7, 'Maya'), participant(9, 'Bela')),
    });
    await until(() => expect(other.screen.text()).toContain('2 people in the call'));
    expect(other.screen.text()).toContain('Maya, Bela');
    await other.screen.press(other.screen.find('button', /^Join$/));
    await until(() => expect(isOnPage()).toBe(true));
    expect(other.requests()).not.toContain('joinGroupCall');
  });

  it('GCALLUI-1: a call that is impossible says why', async () => {
    const { screen, client } = await openGroup(CHAT_PAGE, { call: running(participant(7, 'Maya')) });
    await happens(() => client.groupCalls.refuse('full'));
    await until(() => screen.find('button', 'Join the call'));
    await screen.press(screen.find('button', 'Join the call'));
    await until(() => expect(screen.text()).toContain('This call is full'));
    expect(isOnPage()).toBe(false);
  });

  it('GCALLUI-2: the page of a call joins nobody without a press, and names who is there', async () => {
    const { screen, requests } = await openGroup(CALL_PAGE, { call: running(participant(7, 'Maya')) });
    await until(() => screen.find('button', 'Join the call'));
    expect(screen.text()).toContain('1 person in the call');
    expect(screen.text()).toContain('Maya');
    expect(requests()).not.toContain('joinGroupCall');
  });

  it('GCALLUI-3: each person has a tile with name, state of the microphone and hand', async () => {
    const { screen, show, change } = await openGroup(CALL_PAGE);
    const muted = { view: { id: 'view-9' }, camera: false, microphone: false, sharing: false };
    await show({ others: [person(7, 'Maya', { isHandRaised: true }), person(9, 'Bela', { remote: muted })] });
    await until(() => screen.find('button', 'Actions for Maya'));
    expect(labels()).toEqual(expect.arrayContaining(['Maya raised a hand', 'Bela is muted']));
    await change({ others: [person(7, 'Maya', { stage: 'reconnecting' })] });
    expect(screen.text()).toContain('Connecting');
    expect(screen.text()).not.toContain('Bela');
  });

  it('GCALLUI-3: who is alone reads how others find the call', async () => {
    const { screen, show } = await openGroup(CALL_PAGE);
    await show({});
    await until(() => expect(screen.text()).toContain('Nobody else is here yet'));
  });

  it('GCALLUI-3: a shared screen is large, and a press shows everybody again', async () => {
    const { screen, show } = await openGroup(CALL_PAGE);
    const remote = { view: { id: 'view-7' }, camera: false, microphone: true, sharing: true };
    await show({ others: [person(7, 'Maya', { remote }), person(9, 'Bela')] });
    await until(() => screen.find('button', 'Show everybody'));
    await screen.press(screen.find('button', 'Show everybody'));
    await until(() => screen.find('button', 'Show Maya large'));
    await screen.press(screen.find('button', 'Show Bela large'));
    await until(() => screen.find('button', 'Show everybody'));
  });

  it.each(['m', 'h'])('GCALLUI-3: the key %s works like its button', async (key) => {
    const { show, requests } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya')] });
    const request = { m: 'setMicrophone', h: 'raiseHand' }[key];
    await happens(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    await until(() => expect(requests()).toContain(request));
  });

  it('GCALLUI-5: managers can ask somebody to mute and remove somebody, others cannot', async () => {
    const { screen, show, requests } = await openGroup(CALL_PAGE, { role: GROUP_ROLE.manager });
    await show({ others: [person(7, 'Maya')] });
    await until(() => screen.find('button', 'Actions for Maya'));
    await screen.press(screen.find('button', 'Actions for Maya'));
    await until(() => screen.find('menuitem', 'Ask to mute'));
    await screen.press(screen.find('menuitem', 'Ask to mute'));
    await until(() => expect(requests()).toContain('requestMute'));
    closeScreens();
    const other = await openGroup(CALL_PAGE);
    await other.show({ others: [person(7, 'Maya')] });
    await until(() => other.screen.find('button', 'Actions for Maya'));
    await other.screen.press(other.screen.find('button', 'Actions for Maya'));
    await until(() => other.screen.find('menuitem', 'Volume'));
    expect(other.screen.text()).not.toContain('Remove from the call');
  });

  it('GCALLUI-5: a request to mute is shown with a button, and not to who is muted', async () => {
    const { screen, show, change, requests } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya')] });
    await change({ muteRequests: 1 });
    await until(() => expect(screen.text()).toContain('An admin asks you to mute'));
    await screen.press(screen.find('button', 'Mute'));
    await until(() => expect(requests()).toContain('setMicrophone'));
  });

  it('GCALLUI-6: a call goes on in a small window above other pages, and leads back', async () => {
    const { screen, show } = await openGroup(CHAT_PAGE);
    await show({ others: [person(7, 'Maya')], minimised: true });
    await until(() => screen.find('button', 'Leave the call'));
    await screen.press(screen.find('button', 'Show the call'));
    await until(() => expect(isOnPage()).toBe(true));
  });

  it.each<[GroupCallEnd, string]>([
    ['over', 'The call has ended'],
    ['removed', 'You were removed from this call'],
    ['elsewhere', 'You joined with another device'],
    ['full', 'This call is full'],
    ['lost', 'The connection was lost'],
    ['deviceDenied', 'Camera or microphone permission denied'],
  ])('GCALLUI-6: the page says how the call ended: %s', async (end, words) => {
    const { screen, show, change } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya')] });
    await until(() => screen.find('button', 'Leave the call'));
    await change({ stage: 'ended', end });
    await until(() => expect(screen.text()).toContain(words));
    await screen.press(screen.find('button', 'Close'));
    await until(() => expect(isOnPage()).toBe(false));
  });

  it('GCALLUI-6: a page after the one that was in the call asks before it returns', async () => {
    const { screen, show, requests } = await openGroup(CALL_PAGE);
    await show({ stage: 'returning' });
    await until(() => screen.find('button', 'Rejoin'));
    await screen.press(screen.find('button', 'Rejoin'));
    expect(requests()).toContain('returnToGroupCall');
  });

  it('GCALLUI-4: a call that begins is announced with a way to join', async () => {
    const { screen, client } = await openGroup('/', { call: running(participant(7, 'Maya')) });
    await happens(() => client.notify({ kind: 'groupCallBegan', id: HIKERS, name: 'Maya' }));
    await until(() => expect(screen.text()).toContain('Maya started a call in Hikers'));
    await screen.press(screen.find('button', /^Join$/));
    await until(() => expect(isOnPage()).toBe(true));
  });
});
