import type { Privacy } from '../../domain/privacy.ts';
import { ok } from '../../domain/result.ts';
import {
  accountProblem,
  emailProblem,
  newNicknameProblem,
  passwordProblem,
  repeatProblem,
} from '../../domain/validation.ts';
import {
  decodeArchive,
  decodeOwnData,
  decodePictureCode,
  decodeScanned,
} from '../../wire/answers/accounts.ts';
import * as calls from '../../wire/calls/accounts.ts';
import { getUserInfo, setTimer } from '../../wire/calls/contacts.ts';
import * as groupCalls from '../../wire/calls/groups.ts';
import { asRecord } from '../../wire/down/read.ts';
import { decodeSelf } from '../../wire/down/self.ts';
import { DONE, MISREAD, NOBODY_SIGNED_IN, fieldFailure, outcome, path } from '../connection/answers.ts';
import { inTurn } from '../connection/in-turn.ts';
import type { AccountActions, MailCodePurpose, Mute } from '../interface/account.ts';
import type { Answer } from '../interface/answer.ts';
import type { OwnDataActions } from '../interface/device.ts';
import { entranceActions } from './group-actions.ts';
import { askAndRead, atField } from './login-actions.ts';
import { type ActionParts, selfOf, takeSelf } from './parts.ts';
import type { StartActions } from './start-actions.ts';

const PURPOSES: Readonly<Record<MailCodePurpose, number>> = {
  login: 1,
  register: 2,
  password: 3,
  account: 4,
  proof: 5,
};

export function accountActions(parts: ActionParts): Omit<AccountActions, keyof StartActions> {
  return { ...ownActions(parts), ...leadActions(parts) };
}

type Own = 'updateProfile' | 'setPrivacy' | 'changePassword' | 'changeAccount' | 'sendCode' | 'ownCode';

function ownActions(parts: ActionParts): Pick<AccountActions, Own> {
  const { api, session, store } = parts;
  const changed = async (call: { readonly paths: readonly string[] }, body: object): Answer => {
    const before = store.get().self;
    const answer = await api.call(path(call), body, atField);
    if (!answer.ok) return answer;
    const own = session.current()?.self;
    // A plain server returns only the fields it was sent.
    const self = decodeSelf({ ...own, is_auth: own?.isAuth, ...asRecord(answer.value.data) });
    if (!self.ok) return MISREAD;
    takeSelf(parts, before, self.value);
    return DONE;
  };
  return {
    updateProfile: async (form, base) => {
      const problem =
        newNicknameProblem(form.realname, store.get().self?.realname ?? '') ??
        (form.email.trim() === '' ? null : emailProblem(form.email.trim()));
      if (problem !== null) return fieldFailure(problem);
      const body = {
        ...form,
        realname: form.realname.trim(),
        email: form.email.trim(),
        motto: form.motto.trim(),
        base,
      };
      return changed(calls.updateUserInfo, body);
    },
    setPrivacy: inTurn(
      () => selfOf(parts),
      (privacy: Partial<Privacy>) => changed(calls.setPrivacy, privacy),
    ),
    changePassword: async ({ original, code, password, repeat, keepPasskeys = false }) => {
      const problem =
        passwordProblem(password, store.get().config.sysInfo.longPasswords) ??
        repeatProblem(password, repeat);
      if (problem !== null) return fieldFailure(problem);
      return outcome(
        api.call(
          path(calls.editPassword),
          { password, code: code.trim(), originalPassword: original, keepPasskeys: keepPasskeys ? 1 : 0 },
          atField,
        ),
      );
    },
    changeAccount: async ({ account, code, newCode }) => {
      const problem = accountProblem(account.trim());
      if (problem !== null) return fieldFailure(problem);
      return outcome(
        api.call(
          path(calls.editAccount),
          { account: account.trim(), code: code.trim(), newCode: newCode.trim() },
          atField,
        ),
      );
    },
    sendCode: (account, purpose) =>
      outcome(api.call(path(calls.sendCode), { account: account.trim(), type: PURPOSES[purpose] }, atField)),
    ownCode: async () => {
      const user = selfOf(parts);
      if (user === null) return NOBODY_SIGNED_IN;
      const answer = await api.call(path(getUserInfo), { user_id: user }, { quiet: true });
      if (!answer.ok) return answer;
      const code = decodePictureCode(answer.value.data);
      return code === null ? MISREAD : ok(code.address);
    },
  };
}

function leadActions(parts: ActionParts): Omit<AccountActions, Own | keyof StartActions> {
  const { api, catchUp, plain } = parts;
  return {
    ...entranceActions(parts),
    setGroupNotice: async (id, notice, base) => {
      const answer = await outcome(
        api.call(path(groupCalls.setNotice), { id, notice: notice.trim(), base }, atField),
      );
      if (answer.ok) plain.report({ type: 'groupNoticeSet', conversation: id, notice: notice.trim() });
      return answer;
    },
    setGroupSetting: (id, setting, base) =>
      outcome(
        api.call(
          path(groupCalls.groupSetting),
          { id, setting: numbered(setting), base: base && numbered(base) },
          atField,
        ),
      ),
    setManager: (id, user, role) =>
      outcome(api.call(path(groupCalls.setManager), { id, user_id: user, role })),
    muteMember: (id, user, mute) =>
      outcome(api.call(path(groupCalls.setNoSpeak), { id, user_id: user, ...muteFields(mute) })),
    transferGroup: (id, user) => outcome(api.call(path(groupCalls.changeOwner), { id, user_id: user })),
    clearGroup: (id) => outcome(api.call(path(groupCalls.clearMessage), { id })),
    setTimer: (id, days) => outcome(api.call(path(setTimer), { toContactId: id, days })),
    joinGroup: async (id, invite, ask) => {
      const asking = ask && { ask: 1, text: ask.text };
      const answer = await api.call(path(groupCalls.joinGroup), {
        group_id: id,
        inviteUid: invite,
        ...asking,
      });
      if (!answer.ok) return answer;
      if (ask && isAsked(answer.value.data)) return DONE;
      // The user opens the chat at once, while the event of joining may still be in transit.
      await catchUp.contact(id);
      return DONE;
    },
    groupCode: async (id) => {
      const answer = await api.call(path(groupCalls.groupInfo), { group_id: id }, { quiet: true });
      return answer.ok ? ok(decodePictureCode(answer.value.data)) : answer;
    },
    previewGroup: async (id, invite) => {
      const answer = await api.call(
        path(groupCalls.groupInfo),
        { group_id: id, inviteUid: invite },
        { quiet: 'refusals' },
      );
      if (!answer.ok) return answer;
      const decoded = decodeScanned(answer.value.data);
      return decoded.ok ? ok(decoded.value) : MISREAD;
    },
    scanned: async (kind, token) => {
      const call = kind === 'group' ? groupCalls.scanGroup : groupCalls.scanUser;
      const answer = await api.call(
        path(call).replace(':token', encodeURIComponent(token)),
        { realToken: token },
        { quiet: 'refusals' },
      );
      if (!answer.ok) return answer;
      const decoded = decodeScanned(answer.value.data);
      return decoded.ok ? ok(decoded.value) : MISREAD;
    },
  };
}

/** Switches of a group are numbers in a request. */
const numbered = (setting: object): object =>
  Object.fromEntries(
    Object.entries(setting).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );

/** A join request was filed: the user is not a member yet (GROUP-25). */
const isAsked = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'asked' in data && data.asked === 1;

function muteFields(mute: Mute): { readonly noSpeakTimer: number; readonly noSpeakDay: number } {
  if (mute === 'lift') return { noSpeakTimer: 0, noSpeakDay: 0 };
  return 'option' in mute
    ? { noSpeakTimer: mute.option, noSpeakDay: 0 }
    : { noSpeakTimer: 0, noSpeakDay: mute.days };
}

/** The user's own data: only the server knows it (DATA-5). */
export function ownDataActions(parts: ActionParts): OwnDataActions {
  const ask = askAndRead(parts);
  return {
    ownData: () => ask(calls.getOwnData, {}, decodeOwnData),
    exportData: (password) => ask(calls.exportData, { password }, decodeArchive),
    eraseAccount: (password) => outcome(parts.api.call(path(calls.eraseAccount), { password }, atField)),
  };
}
