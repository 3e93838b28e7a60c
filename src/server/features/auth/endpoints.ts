import * as accounts from '../../../wire/calls/accounts.ts';
import { login as loginCall } from '../../../wire/calls/login.ts';
import * as sessionCalls from '../../../wire/calls/session.ts';
import * as signIn from '../../../wire/calls/sign-in.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { type Endpoint, open, own } from '../endpoint.ts';
import { sendCode } from './codes.ts';
import { editAccount } from './edit-account.ts';
import { login } from './login.ts';
import { bindGroup, bindUid, endLogin, getLogins, logout } from './session-calls.ts';
import { beginOpenId, finishOpenId, getOpenIds, removeOpenId } from './openid.ts';
import { editPassword, updateUserInfo } from './own-account.ts';
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  getPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
import { setPrivacy } from './privacy.ts';
import { proved, proveOwn } from './proof.ts';
import { register } from './register.ts';
import { beginSecondStep, confirmSecondStep, endSecondStep, getSecondStep } from './second-step.ts';

export const authEndpoints: readonly Endpoint[] = [
  // These two are counted separately: a known device apart from strangers at its address (LIMIT-12).
  open(loginCall, login),
  open(signIn.askPasskey, askPasskey, serverLimits.accountRate),
  open(signIn.beginOpenId, beginOpenId, serverLimits.accountRate),
  open(signIn.finishOpenId, finishOpenId, serverLimits.accountRate),
  open(accounts.sendCode, sendCode),
  open(signIn.register, register, serverLimits.accountRate),
  open(sessionCalls.logout, logout),
  open(sessionCalls.offline, async () => ({})),
  own(sessionCalls.bindUid, bindUid),
  own(sessionCalls.bindGroup, bindGroup),
  own(accounts.updateUserInfo, updateUserInfo, serverLimits.searchRate),
  own(accounts.setPrivacy, setPrivacy, serverLimits.searchRate),
  own(accounts.editAccount, editAccount, serverLimits.searchRate),
  own(accounts.editPassword, editPassword, serverLimits.searchRate),
  own(accounts.prove, proveOwn, serverLimits.searchRate),
  own(accounts.getSecondStep, getSecondStep, serverLimits.searchRate),
  own(accounts.beginSecondStep, beginSecondStep, serverLimits.searchRate),
  own(accounts.confirmSecondStep, confirmSecondStep, serverLimits.searchRate),
  own(accounts.endSecondStep, endSecondStep, serverLimits.searchRate),
  own(signIn.getPasskeys, getPasskeys, serverLimits.searchRate),
  own(signIn.beginPasskey, beginPasskey, serverLimits.searchRate),
  own(signIn.addPasskey, addPasskey, serverLimits.searchRate),
  own(signIn.renamePasskey, proved(renamePasskey), serverLimits.searchRate),
  own(signIn.removePasskey, proved(removePasskey), serverLimits.searchRate),
  own(signIn.getOpenIds, getOpenIds, serverLimits.searchRate),
  own(signIn.removeOpenId, removeOpenId, serverLimits.searchRate),
  own(accounts.getLogins, getLogins, serverLimits.searchRate),
  own(accounts.endLogin, proved(endLogin), serverLimits.searchRate),
];
