import { serverLimits } from '../../kernel/limits.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import { login as loginCall } from '../../../wire/calls/login.ts';
import * as loginsCalls from '../../../wire/calls/logins.ts';
import { register as registerCall } from '../../../wire/calls/register.ts';
import * as openIdCalls from '../../../wire/calls/openid.ts';
import * as passkeyCalls from '../../../wire/calls/passkeys.ts';
import * as secondStepCalls from '../../../wire/calls/second-step.ts';
import * as sessionCalls from '../../../wire/calls/session.ts';
import { open, own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { sendCode } from './codes.ts';
import { login } from './login.ts';
import { endLogin, getLogins } from './logins.ts';
import { editAccount, editPassword, updateUserInfo } from './own-account.ts';
import { beginOpenId, finishOpenId } from './openid.ts';
import { getOpenIds, removeOpenId } from './own-openids.ts';
import { addPasskey, askPasskey, beginPasskey } from './passkeys.ts';
import { getPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts';
import { setPrivacy } from './privacy.ts';
import { register } from './register.ts';
import { beginSecondStep, confirmSecondStep, endSecondStep, getSecondStep } from './second-step.ts';
import { bindGroup, bindUid, logout } from './session-calls.ts';

export const authEndpoints: readonly Endpoint[] = [
  // These two are counted separately: a known device apart from strangers at its address (LIMIT-12).
  open(loginCall, login),
  open(passkeyCalls.askPasskey, askPasskey, serverLimits.accountRate),
  open(openIdCalls.beginOpenId, beginOpenId, serverLimits.accountRate),
  open(openIdCalls.finishOpenId, finishOpenId, serverLimits.accountRate),
  open(accountCalls.sendCode, sendCode),
  open(registerCall, register, serverLimits.accountRate),
  open(sessionCalls.logout, logout),
  open(sessionCalls.offline, async () => ({})),
  own(sessionCalls.bindUid, bindUid),
  own(sessionCalls.bindGroup, bindGroup),
  own(accountCalls.updateUserInfo, updateUserInfo, serverLimits.searchRate),
  own(accountCalls.setPrivacy, setPrivacy, serverLimits.searchRate),
  own(accountCalls.editAccount, editAccount, serverLimits.searchRate),
  own(accountCalls.editPassword, editPassword, serverLimits.searchRate),
  own(secondStepCalls.getSecondStep, getSecondStep, serverLimits.searchRate),
  own(secondStepCalls.beginSecondStep, beginSecondStep, serverLimits.searchRate),
  own(secondStepCalls.confirmSecondStep, confirmSecondStep, serverLimits.searchRate),
  own(secondStepCalls.endSecondStep, endSecondStep, serverLimits.searchRate),
  own(passkeyCalls.getPasskeys, getPasskeys, serverLimits.searchRate),
  own(passkeyCalls.beginPasskey, beginPasskey, serverLimits.searchRate),
  own(passkeyCalls.addPasskey, addPasskey, serverLimits.searchRate),
  own(passkeyCalls.renamePasskey, renamePasskey, serverLimits.searchRate),
  own(passkeyCalls.removePasskey, removePasskey, serverLimits.searchRate),
  own(openIdCalls.getOpenIds, getOpenIds, serverLimits.searchRate),
  own(openIdCalls.removeOpenId, removeOpenId, serverLimits.searchRate),
  own(loginsCalls.getLogins, getLogins, serverLimits.searchRate),
  own(loginsCalls.endLogin, endLogin, serverLimits.searchRate),
];
