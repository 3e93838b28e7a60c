import { Blocked, keepHidden } from './blocked.ts';
import { isLeavingAction, isReportAction } from './actions.ts';
import { ROLE, type Action, type NewLine, type Rules } from './actions.ts';
import { recognisableWords } from './erasure.ts';
import { dropHappenings, happens } from './happenings.ts';
import type { Governing } from './happenings.ts';
import { KeptThings } from './kept.ts';
import { PutOff } from './later.ts';
import { leaves } from './leaving.ts';
import { isOwnMark, ownMark } from './own-marks.ts';
import { newPoll } from './polls.ts';
import { OraclePrograms } from './programs.ts';
import { Reported } from './reported.ts';
import { expectedMayRead } from './shown.ts';
import { BLANK, NEW_RULES, newChat, newGroup, newSeat, pair, takeTurn } from './state.ts';
import type { Erasure, OracleChat, OracleLine, OraclePerson, Seat, Tie } from './state.ts';
import type { OracleCore } from './subject.ts';
import { applyToSubject, isOfSubject } from './subjects.ts';
import { tookPart } from './threads.ts';

/**
 * A second, minimal model of Parley: the expected result of each action, by the simplest means. It knows no
 * streams, cursors or rows of the product, stores every line and recounts on every question.
 */
export class Oracle implements OracleCore {
  readonly people = new Map<number, OraclePerson>();
  readonly chats = new Map<string, OracleChat>();
  readonly lines = new Map<number, OracleLine>();
  readonly applications = new Map<number, { readonly by: number; readonly to: number }>();
  readonly erased = new Map<string, Erasure[]>();
  readonly later = new PutOff();
  readonly preferences = new KeptThings();
  readonly #ties = new Map<string, Tie>();
  readonly blocked = new Blocked();
  readonly reported = new Reported();
  readonly programs = new OraclePrograms();
  nowMs = 0;
  elapsedMs = 0;
  rules: Rules = NEW_RULES;
  /** Rules that were in force, and until when. */
  readonly before: { readonly rules: Rules; readonly untilMs: number }[] = [];

  meet(person: OraclePerson): void {
    this.people.set(person.id, person);
    this.chat(`u${person.id}`);
    // Announcements are readable for all users; those made before a user joined are not news to them.
    this.chat('notice').seats.set(person.id, newSeat(3, 0, 0));
  }

  tie(from: number, to: number): Tie | null {
    return this.#ties.get(`${from}>${to}`) ?? null;
  }

  ties(): Iterable<readonly [string, Tie]> {
    return this.#ties;
  }

  areFriends(a: number, b: number): boolean {
    return this.tie(a, b)?.state === 'friends' && this.tie(b, a)?.state === 'friends';
  }

  seat(person: number, chat: string): Seat | null {
    const seat = this.chats.get(chat)?.seats.get(person);
    return seat?.here ? seat : null;
  }

  /** The present members of a chat. */
  present(chat: string): readonly number[] {
    return [...(this.chats.get(chat)?.seats ?? [])].filter(([, seat]) => seat.here).map(([person]) => person);
  }

  /** Moves the time of its stream without an action, including a user's notes before any exist. */
  passTime(chat: string, nowMs: number): void {
    this.nowMs = nowMs;
    const existing = /^u\d+$/.test(chat) ? this.chat(chat) : this.chats.get(chat);
    if (existing) this.touch(existing);
  }

  /** Does what was done; whether it was allowed is asked before (`rights.ts`). */
  apply(action: Action, nowMs: number): void {
    this.nowMs = nowMs;
    if (isOfSubject(action)) return applyToSubject(this, action);
    if (action.do === 'keep') return this.preferences.apply(action);
    if (isReportAction(action)) return this.reported.apply(action, this.lines.values(), nowMs);
    if (isLeavingAction(action)) return leaves(this, action, (one) => this.#refuse(one));
    if (isOwnMark(action)) return ownMark(this, this.chat(action.chat), action);
    switch (action.do) {
      case 'say':
        return void (takeTurn(this.chats, action, nowMs), this.#say(action.chat, action.by, action.line));
      case 'clear':
        return this.#clear(action);
      case 'found':
        return this.#createGroup(action);
      case 'admit':
        return this.#admit(action);
      case 'apply':
        this.applications.set(action.application, { by: action.by, to: action.to });
        return void this.#ties.set(`${action.by}>${action.to}`, { state: 'asked', remark: '' });
      case 'refuse':
      case 'withdraw':
        return this.#refuse(action.application);
      case 'befriend':
        return this.#befriend(action.by, action.with, action.row);
      case 'block':
        return this.blocked.set(action);
      case 'unfriend':
        return this.#unfriend(action.by, action.with);
      case 'configure':
        this.before.push({ rules: this.rules, untilMs: this.elapsedMs });
        this.rules = action.rules;
        return;
      case 'appoint':
        return this.#appoint(action);
      case 'arrive':
        return this.#arrive(action.person, action.name);
      case 'meet': {
        const chat = this.chat(pair(...action.people));
        for (const person of action.people) chat.seats.set(person, newSeat(3, 0, chat.lines.length));
        return;
      }
      case 'call':
        return this.#updatePerson(action.by, { name: action.name });
      case 'discreet':
        return this.#updatePerson(action.by, { privacy: action.privacy });
      case 'remark':
        return void Object.assign(this.tie(action.by, action.about) ?? {}, { remark: action.name });
      default:
        return this.#govern(action);
    }
  }

  #updatePerson(id: number, change: Partial<OraclePerson>): void {
    const person = this.people.get(id);
    if (person) this.people.set(id, { ...person, ...change });
  }

  #appoint({ person, staff, active }: Extract<Action, { do: 'appoint' }>): void {
    this.#updatePerson(person, {
      ...(staff === undefined ? {} : { staff }),
      ...(active === undefined ? {} : { away: !active }),
    });
  }

  #arrive(id: number, name: string): void {
    this.people.set(id, { ...this.people.get(id), id, name });
    const notice = this.chat('notice');
    notice.seats.set(id, newSeat(3, 0, notice.lines.length));
  }

  chat(name: string): OracleChat {
    const existing = this.chats.get(name);
    if (existing) return existing;
    const chat = newChat(name);
    this.chats.set(name, chat);
    return chat;
  }

  /** Time in a chat never goes back, even if a clock does. */
  touch(chat: OracleChat): number {
    chat.lastAtMs = Math.max(chat.lastAtMs, this.nowMs);
    return chat.lastAtMs;
  }

  #say(name: string, by: number, fresh: NewLine, note: OracleLine['note'] = null): OracleLine {
    const chat = this.chat(name);
    const quotes = fresh.quotes === null ? null : this.#quotable(chat, by, fresh.quotes);
    const line: OracleLine = {
      chat: name,
      n: chat.lines.length + 1,
      row: fresh.row,
      id: fresh.id,
      by,
      sentAtMs: this.touch(chat),
      kind: fresh.kind,
      words: fresh.words,
      marked: fresh.marked ?? false,
      ...this.blocked.mentioned(chat, by, fresh.at),
      quotes,
      quoted: quotes === null ? '' : (this.people.get(quotes.by)?.name ?? ''),
      root: quotes && (quotes.root ?? quotes.n),
      note,
      reactions: new Map(),
      poll: fresh.poll ? newPoll(fresh.poll) : null,
      card: null,
      cardless: null,
      recalled: false,
      isDeleted: false,
      only: this.blocked.only(name, by, note),
    };
    keepHidden(chat, line);
    chat.lines.push(line);
    this.lines.set(line.row, line);
    tookPart(chat, line);
    return line;
  }

  /** An existing, readable line of the same chat; otherwise nothing is quoted. */
  #quotable(chat: OracleChat, by: number, row: number): OracleLine | null {
    const line = this.lines.get(row);
    if (!line || line.chat !== chat.name || line.kind === 'event' || !expectedMayRead(this, by, line))
      return null;
    return line;
  }

  tell(chat: string, by: number, row: number, note: NonNullable<OracleLine['note']>): OracleLine {
    return this.#say(chat, by, { row, id: '', kind: 'event', words: '', at: [], quotes: null }, note);
  }

  under(row: number, change: (line: OracleLine) => void): void {
    const line = this.lines.get(row);
    if (!line) return;
    this.touch(this.chat(line.chat));
    change(line);
  }

  /** Erases the content of a line: none of it may exist anywhere from now on. */
  wipe(line: OracleLine): void {
    this.forget(line);
    const chat = this.chat(line.chat);
    chat.pinned = chat.pinned.filter((row) => row !== line.row);
    line.reactions.clear();
    this.later.forget(line.row);
    Object.assign(line, BLANK);
  }

  forget(line: OracleLine, of: Pick<OracleLine, 'words' | 'poll' | 'card'> = line): void {
    const present = new Set([...this.chat(line.chat).seats.values()].filter(({ here }) => here));
    for (const word of recognisableWords(of))
      this.erased.set(word, [...(this.erased.get(word) ?? []), { line, audience: present }]);
  }

  #clear({ chat: name, n, notifiesLater = false }: Extract<Action, { do: 'clear' }>): void {
    const chat = this.chat(name);
    for (const line of chat.lines.slice(0, n)) {
      this.wipe(line);
      line.isDeleted = true;
    }
    if (notifiesLater) return;
    this.touch(chat);
    dropHappenings(chat, n);
    for (const seat of chat.seats.values()) {
      seat.readTo = Math.max(seat.readTo, n);
      seat.sharedReadTo = Math.max(seat.sharedReadTo, n);
      seat.mentionsReadTo = Math.max(seat.mentionsReadTo, n);
    }
  }

  #createGroup({ by, chat: name, name: title, people, row }: Extract<Action, { do: 'found' }>): void {
    const chat = this.chat(name);
    chat.group = newGroup(title);
    const { n } = this.tell(name, by, row, 'groupCreated');
    for (const person of new Set([by, ...people]))
      chat.seats.set(person, newSeat(person === by ? 1 : 3, 0, n));
  }

  #admit({ by, chat: name, people, row }: Extract<Action, { do: 'admit' }>): void {
    const chat = this.chat(name);
    const since = chat.lines.length;
    const { n } = this.tell(name, by, row, 'joined');
    for (const person of people) {
      chat.group?.barred.delete(person);
      const mutedUntilSec = chat.seats.get(person)?.mutedUntilSec ?? 0;
      chat.seats.set(person, { ...newSeat(3, since, n), mutedUntilSec });
    }
  }

  #refuse(application: number): void {
    const { by, to } = this.applications.get(application) ?? { by: 0, to: 0 };
    this.#ties.delete(`${by}>${to}`);
    this.applications.delete(application);
  }

  /** Adds each to the other's list, with their whole earlier conversation. */
  #befriend(by: number, other: number, row: number): void {
    const name = pair(by, other);
    const chat = this.chat(name);
    const { n } = this.tell(name, by, row, 'friends');
    for (const [from, to] of [
      [by, other],
      [other, by],
    ] as const) {
      const remark = this.tie(from, to)?.remark ?? '';
      this.#ties.set(`${from}>${to}`, { state: 'friends', remark });
      chat.seats.set(from, newSeat(3, 0, n));
    }
    for (const [id, one] of this.applications)
      if (pair(one.by, one.to) === name) this.applications.delete(id);
  }

  #unfriend(by: number, other: number): void {
    const chat = this.chat(pair(by, other));
    for (const [from, to] of [
      [by, other],
      [other, by],
    ] as const) {
      this.#ties.delete(`${from}>${to}`);
      const seat = chat.seats.get(from);
      if (seat) seat.here = false;
    }
  }

  /** Applies actions on a group and its members. */
  #govern(action: Governing): void {
    const chat = this.chat(action.chat);
    const { group, seats } = chat;
    this.touch(chat);
    if (!group) return;
    happens(chat, action);
    if (action.do === 'rename') group.title = action.name;
    else if (action.do === 'set') group.setting = { ...group.setting, ...action.setting };
    else if (action.do === 'dissolve') {
      group.over = true;
      for (const seat of seats.values()) seat.here = false;
    } else {
      const seat = seats.get(action.person);
      if (!seat) return;
      if (action.do === 'remove') {
        seat.here = false;
        if (action.person !== action.by) group.barred.add(action.person);
      } else if (action.do === 'promote') seat.role = action.role;
      else if (action.do === 'silence') seat.mutedUntilSec = action.untilSec;
      else {
        for (const one of seats.values()) if (one.role === ROLE.owner) one.role = ROLE.member;
        Object.assign(seat, { role: ROLE.owner, mutedUntilSec: 0 });
      }
    }
  }
}
