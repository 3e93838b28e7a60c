import { fail } from '../../domain/result.ts';
import { decodeLogin } from '../../wire/answers/session.ts';
import { login as loginCall } from '../../wire/calls/login.ts';
import { getSystemInfo, logout as logoutCall } from '../../wire/calls/session.ts';
import { decodeConfig } from '../../wire/down/config.ts';
import type { Actions } from '../interface/client.ts';
import { loginBody } from '../session/login-body.ts';
import { REMEMBERED } from '../session/traces.ts';
import { DONE, fieldFailure, MISREAD, path } from '../connection/answers.ts';
import type { ActionParts } from './parts.ts';

type SessionActions = Pick<Actions, 'login' | 'logout' | 'unsent' | 'refreshConfig'>;

export function sessionActions(parts: ActionParts): SessionActions {
  const { api, store, ports, session, catchUp } = parts;
  return {
    login: async (form) => {
      const { account, password, code = '', passkey, openId, guest, remember } = form;
      if (!(passkey || openId || guest)) {
        if (account.trim() === '') return fieldFailure('needAccount');
        if (password === '' && code === '') return fieldFailure('needPassword');
      }
      session.loginAsked();
      const answer = await api.call(path(loginCall), loginBody(form), { quiet: 'refusals' });
      const decoded = answer.ok ? decodeLogin(answer.value.data) : null;
      if (!answer.ok || !decoded?.ok) {
        session.loginRefused();
        return answer.ok ? MISREAD : answer;
      }
      ports.settings.set(REMEMBERED, remember ? decoded.value.self.account : null);
      session.loginAccepted(decoded.value, !remember);
      catchUp.prepare();
      return DONE;
    },

    logout: async () => {
      const now = session.current();
      if (now === null) return fail({ kind: 'server', code: -1, message: '' });
      // Never waits for the server: a logout completes locally whatever the network does (ACC-5). The end of
      // a call is sent first, because the server refuses everything after the token has ended (CALL-22).
      void endLogin(parts, now.logoutKey);
      session.logoutAsked();
      await parts.closing();
      return DONE;
    },

    unsent: () => parts.scope()?.outbox.unsent() ?? 0,

    refreshConfig: async () => {
      const before = store.get().config;
      const answer = await api.call(path(getSystemInfo), {}, { quiet: true });
      if (!answer.ok) return answer;
      const config = decodeConfig(answer.value.data);
      if (!config.ok) return MISREAD;
      // A configuration without a revision cannot show that a frame received since is newer (STORE-19).
      if (config.value.rev === undefined && store.get().config !== before) return DONE;
      store.dispatch({ type: 'configLoaded', config: config.value });
      return DONE;
    },
  };
}

/** Stored before it is sent: the page or the network may be gone before the server receives it (SESS-6). */
async function endLogin({ api, store, calls, logouts }: ActionParts, key: string): Promise<void> {
  if (key !== '') logouts.keep(key);
  const response = await api.last(
    path(logoutCall),
    { client_id: store.get().clientId ?? '', ...(key === '' ? {} : { key }) },
    calls.left('session'),
  );
  if (key !== '') logouts.onResult(key, response);
}
