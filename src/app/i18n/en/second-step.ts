/** What is asked for after the password. */
export const secondStep = {
  'second.title': 'Two-step login',
  'second.on': 'On',
  'second.off': 'Off',
  'second.what':
    'With the password you also enter a code from an app on your phone: a stolen password is not enough.',
  'second.turnOn': 'Turn on two-step login',
  'second.turnOff': 'Turn off two-step login',
  'second.password': 'Your password',
  'second.next': 'Next',
  'second.scan': 'Scan this code with your authenticator app, or type the key into it.',
  'second.picture': 'Code for the authenticator app',
  'second.key': 'Key',
  'second.otp': 'Code from the app',
  'second.ownTitle': 'Connect your account',
  'second.ownPassword': 'Password of this account',
  'second.ownHint':
    'An account with your address exists here. Enter its password once; then use that of your organisation.',
  'second.otpOr': 'Code from the app, or a recovery code',
  'second.needOtp': 'Enter the code',
  'second.done': 'Two-step login is on',
  'second.ended': 'Two-step login is off',
  'second.recoveryTitle': 'Recovery codes',
  'second.recovery':
    'Keep these codes safe. If you lose your phone, each of them lets you in once. They are shown only now.',
  'second.left_one': '{{count}} recovery code left',
  'second.left_other': '{{count}} recovery codes left',
  'second.saved': "I've saved them",
  'second.login': 'Log in',
} as const;
