/** The second login step. */
export const secondStep = {
  'second.title': 'Two-step verification',
  'second.on': 'On',
  'second.off': 'Off',
  'second.what':
    'After the password you also enter a code from an app on your phone, so a stolen password is not enough.',
  'second.turnOn': 'Turn on two-step verification',
  'second.turnOff': 'Turn off two-step verification',
  'second.password': 'Your password',
  'second.next': 'Next',
  'second.scan': 'Scan this code with your authenticator app, or type the key into it.',
  'second.picture': 'Code for the authenticator app',
  'second.key': 'Key',
  'second.otp': 'Code from the app',
  'second.ownTitle': 'Connect your account',
  'second.ownPassword': 'Password of this account',
  'second.ownHint':
    'An account with your address already exists here. Enter its password once. From then on, use the ' +
    'password of your organisation.',
  'second.otpOr': 'Code from the app, or a recovery code',
  'second.needOtp': 'Enter the code',
  'second.done': 'Two-step verification is on',
  'second.ended': 'Two-step verification is off',
  'second.recoveryTitle': 'Recovery codes',
  'second.recovery':
    'Keep these codes safe. If you lose your phone, each of them lets you in once. They are shown only now.',
  'second.left_one': '{{count}} recovery code left',
  'second.left_other': '{{count}} recovery codes left',
  'second.saved': "I've saved them",
  'second.login': 'Log in',
} as const;
