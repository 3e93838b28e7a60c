// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { chooseDevice } from '../../src/app/platform/call-devices.ts';
import { compareWords } from '../../src/app/screens/calls/compare-words.ts';
import type { GroupCallView, ParticipantView } from '../../src/client/interface/group-calls.ts';
import { GROUP_ROLE, type Role } from '../../src/domain/contact.ts';
import type { GroupCall, GroupCallEnd } from '../../src/domain/group-call.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { until } from '../support/until.ts';
import { openCalls, wide } from '../support/call-screen.tsx';
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

/** Outputs of the others' sounds. */
const sinks = () => [...document.querySelectorAll('audio')].map(({ sinkId }) => sinkId);

/** Signs on the tiles. */
const labels = () =>
  [...document.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));

const running = (...participants: GroupCall['participants']): GroupCall => ({
  id: 'call-1',
  startedAtMs: 0,
  startedBy: userId(7),
  unit: '',
  participants,
});

async function openGroup(
  path: string,
  {
    call = null,
    role = GROUP_ROLE.member,
    openRoom = false,
  }: { readonly call?: GroupCall | null; readonly role?: Role; readonly openRoom?: boolean } = {},
) {
  const hikers = aContact(HIKERS, {
    kind: 'group',
    displayName: 'Hikers',
    group: aGroup({ role, members: 3, setting: { ...DEFAULT_GROUP_SETTING, openRoom } }),
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

const space = (type: 'keydown' | 'keyup', target: EventTarget = document.body, repeat = false) =>
  happens(() => target.dispatchEvent(new KeyboardEvent(type, { key: ' ', bubbles: true, repeat })));

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

  it('GCALLUI-2: opened by its address, the page waits for the list; without the group it goes', async () => {
    const whole = (await openGroup(CALL_PAGE)).client.store.get();
    closeScreens();
    const early = { ...stateWith([]), sync: { ...whole.sync, ready: false } };
    const client = scriptedClient(early);
    const screen = await showApp(client, CALL_PAGE);
    await until(() => expect(document.querySelector('main section[aria-busy="true"]')).not.toBeNull());
    expect(isOnPage()).toBe(true);
    await happens(() => client.set(whole));
    await until(() => screen.find('button', 'Start with video'));
    closeScreens();
    await showApp(scriptedClient(stateWith([])), CALL_PAGE);
    await until(() => expect(isOnPage()).toBe(false));
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

  it('GCALLUI-8: the space bar switches a muted microphone on while it is held', async () => {
    const { screen, show, change, client } = await openGroup(CALL_PAGE);
    const local = { view: { id: 'mine' }, camera: false, sharing: false };
    const switches = () => client.asked.filter(([name]) => name === 'setMicrophone').map(([, on]) => on);
    await show({ others: [person(7, 'Maya')], local: { ...local, microphone: false } });
    await until(() => screen.find('button', 'Leave'));
    // A focused button keeps its space bar.
    await space('keydown', screen.find('button', 'Leave'));
    expect(switches()).toEqual([]);
    await space('keydown');
    await change({ local: { ...local, microphone: true } });
    await space('keydown', document.body, true);
    expect(switches()).toEqual([true]);
    await space('keyup');
    expect(switches()).toEqual([true, false]);
    await change({ local: { ...local, microphone: false } });
    await space('keydown');
    await happens(() => globalThis.dispatchEvent(new Event('blur')));
    await space('keyup');
    expect(switches()).toEqual([true, false, true, false]);
    // A microphone that is on stays on.
    await change({ local: { ...local, microphone: true } });
    await space('keydown');
    await space('keyup');
    expect(switches()).toHaveLength(4);
  });

  it('GCALL-28: a device without a place in the unit reads how many of the others it reaches', async () => {
    const { screen, show } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya')], isUnitFull: true });
    await until(() => expect(screen.text()).toContain('At most 7 of the others'));
  });

  it('GCALLUI-9: a call that is always open has its line, and one press joins muted', async () => {
    const { screen, client } = await openGroup(CHAT_PAGE, { openRoom: true });
    await until(() => expect(screen.text()).toContain('Always open. Nobody is here now'));
    await screen.press(screen.find('button', /^Join$/));
    await until(() => expect(isOnPage()).toBe(true));
    const joined = client.asked.find(([name]) => name === 'joinGroupCall');
    expect(joined?.slice(1)).toEqual([HIKERS, { video: false, muted: true }]);
    await until(() => expect(screen.text()).toContain('Always open. Nobody is here now'));
    expect(screen.text()).not.toContain('This call is over');
  });

  it('GCALL-29: the menu of reactions sends one, and tiles show those of others', async () => {
    const { screen, show, change, client } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya')] });
    await until(() => screen.find('button', 'React'));
    await screen.press(screen.find('button', 'React'));
    await until(() => screen.find('menuitemcheckbox', '❤️'));
    await screen.press(screen.find('menuitemcheckbox', '❤️'));
    expect(client.asked.find(([name]) => name === 'reactInCall')?.[1]).toBe('❤️');
    await screen.press(screen.find('button', 'React'));
    await until(() => screen.find('menuitem', 'Raise your hand'));
    await change({ reactions: new Map([['device-7', '😂']]) });
    expect(labels()).toContain('Maya: 😂');
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
    ['removed', 'An admin removed you from this call'],
    ['notMember', 'You are no longer in this group'],
    ['serverFull', 'The server has too many group calls'],
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

  it('GCALLUI-7: the lock opens the words to compare only while all encrypt', async () => {
    const { screen, show, change } = await openGroup(CALL_PAGE);
    const others = [person(7, 'Maya'), person(9, 'Bela')];
    await show({ others, encryption: { state: 'on', without: [], words: [0, 1, 2, 3, 4, 255] } });
    await until(() => screen.find('button', 'Encrypted end to end'));
    await screen.press(screen.find('button', 'Encrypted end to end'));
    await until(() => expect(screen.text()).toContain('Compare these words with the others'));
    const words = [...document.querySelectorAll('[role=dialog] li')].map((one) => one.textContent);
    expect(words).toEqual(['apple', 'bread', 'cat', 'dog', 'egg', 'whale']);
    await change({ encryption: { state: 'waiting', without: [], words: null } });
    await until(() => expect(screen.text()).toContain('The words appear when everybody has the keys'));
    expect(document.querySelectorAll('[role=dialog] li')).toHaveLength(0);
  });

  it('CALL-52: the speaker of the system replaces an unplugged one until it is back', async () => {
    let outputs = ['desk'];
    const enumerateDevices = () =>
      Promise.resolve(outputs.map((deviceId) => ({ kind: 'audiooutput', deviceId })));
    const media = Object.assign(new EventTarget(), { enumerateDevices });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: media });
    chooseDevice({ output: 'desk' });
    const { show } = await openGroup(CALL_PAGE);
    await show({ others: [person(7, 'Maya'), person(9, 'Bela')] });
    const change = (all: string[]) => {
      outputs = all;
      media.dispatchEvent(new Event('devicechange'));
    };
    await until(() => expect(sinks()).toEqual(['desk', 'desk']));
    change([]);
    await until(() => expect(sinks()).toEqual(['', '']));
    change(['desk']);
    await until(() => expect(sinks()).toEqual(['desk', 'desk']));
    chooseDevice({ output: '' });
  });

  it('GCALLUI-7: the page of a call names those who do not encrypt, or this browser', async () => {
    const { screen, show, change } = await openGroup(CALL_PAGE);
    const others = [person(7, 'Maya'), person(9, 'Bela')];
    await show({ others, encryption: { state: 'partial', without: ['device-9'], words: null } });
    await until(() => screen.find('button', 'Not encrypted end to end: Bela'));
    expect(screen.text()).toContain('Not encrypted end to end: Bela');
    await change({ encryption: { state: 'off', without: [], words: null } });
    await until(() => screen.find('button', /this browser cannot do it/));
    await change({ others: [] });
    await until(() => expect(screen.text()).not.toContain('ncrypted'));
  });

  it('GCALLUI-7: both languages have 256 different words, in the same places', () => {
    const lists = [compareWords(true), compareWords(false)];
    for (const list of lists) expect(new Set(list).size).toBe(256);
    const places = ['apple 苹果', 'moon 月亮', 'whale 鲸鱼'].map((pair) => pair.split(' '));
    for (const [english = '', chinese = ''] of places)
      expect(lists[0]?.indexOf(chinese)).toBe(lists[1]?.indexOf(english));
  });

  it('CALL-51: while two talk the page leads to the choice of more people; nothing else does', async () => {
    wide();
    const { screen, show, change } = await openCalls();
    await show({ stage: 'calling' });
    await until(() => screen.find('button', 'Cancel call'));
    expect(() => screen.find('button', 'Add people')).toThrow();
    await change({ stage: 'talking', talkingSinceMs: 0, local: mine });
    await screen.press(screen.find('button', 'Add people'));
    await until(() => expect(location.hash).toContain('userSelection?type=9&contact_id=7'));
  });

  it('CALL-51: after the peer moved the call to a group, its page offers to join, and stays', async () => {
    wide();
    const { screen, client, show, change } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 0, local: mine });
    await until(() => screen.find('button', 'Hang up'));
    const state = client.store.get();
    const participants = [
      { device: 'd', user: userId(7), name: 'Maya', avatar: '', joinedAtMs: 0, isHandRaised: false },
    ];
    const groupCall = { id: 'g', startedAtMs: 0, startedBy: userId(7), unit: '', participants };
    const group = aContact(contactId('group-3'), {
      kind: 'group',
      displayName: 'Three',
      group: aGroup(),
      groupCall,
    });
    await happens(() => client.set({ ...state, contacts: stateWith([...state.contacts, group]).contacts }));
    await change({ stage: 'ended', end: 'hungUp', talkSec: 9 });
    await until(() => screen.find('button', 'Join the call in Three'));
    await screen.press(screen.find('button', 'Join the call in Three'));
    await until(() => expect(location.hash).toContain('call?group=group-3'));
  });

  it('GCALLUI-4: a call that begins is announced with a way to join', async () => {
    const { screen, client } = await openGroup('/', { call: running(participant(7, 'Maya')) });
    await happens(() => client.notify({ kind: 'groupCallBegan', id: HIKERS, name: 'Maya' }));
    await until(() => expect(screen.text()).toContain('Maya started a call in Hikers'));
    await screen.press(screen.find('button', /^Join$/));
    await until(() => expect(isOnPage()).toBe(true));
  });
});
