import type { FieldProblem } from '../../domain/validation.ts';

/** The text of a problem with a field (RULE-1 …). */
export const PROBLEM_TEXT = {
  needAccount: 'rule.needAccount',
  accountLength: 'rule.account',
  accountShape: 'rule.accountShape',
  needNickname: 'rule.needNickname',
  nicknameLength: 'rule.nickname',
  nameShape: 'rule.nameShape',
  mixedScripts: 'rule.mixedScripts',
  needPassword: 'rule.needPassword',
  passwordLength: 'rule.password',
  passwordLengthLong: 'rule.passwordLong',
  passwordMismatch: 'rule.mismatch',
  email: 'rule.email',
  needVerification: 'rule.needVerification',
  needRemark: 'rule.needRemark',
  tooLong: 'rule.tooLong',
} as const satisfies Record<FieldProblem, string>;
