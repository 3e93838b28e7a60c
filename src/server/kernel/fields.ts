import type { FormField } from '../../wire/envelope.ts';
import type { Reason } from './texts.ts';

/**
 * The field of a form that a refusal is about: forms show it there (UI-166). Other refusals are about the
 * request as a whole.
 */
const FIELDS: Readonly<Partial<Record<Reason, FormField>>> = {
  needAccount: 'account',
  accountLength: 'account',
  accountShape: 'account',
  accountTaken: 'account',
  accountDisabled: 'account',
  addressKind: 'account',
  needPhone: 'account',
  needEmail: 'account',
  needNickname: 'realname',
  nicknameLength: 'realname',
  nameShape: 'realname',
  needPassword: 'password',
  loginWrong: 'password',
  passwordWrong: 'password',
  passwordTries: 'password',
  ldapOwnWrong: 'ownPassword',
  passwordLength: 'newPassword',
  passwordLengthLong: 'newPassword',
  passwordCommon: 'newPassword',
  passwordMismatch: 'repeat',
  needCode: 'code',
  codeWrong: 'code',
  needOtp: 'otp',
  otpWrong: 'otp',
  inviteOnly: 'invite',
  inviteDead: 'invite',
};

export const fieldOf = (reason: Reason): FormField | null => FIELDS[reason] ?? null;
