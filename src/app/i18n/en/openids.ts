/** Logging in elsewhere. */
export const openids = {
  'openid.with': 'Log in with {{name}}',
  'openid.link': 'Link your account',
  'openid.linkText':
    'You already have the account {{account}}. Enter its password once to log in with {{name}} from now on.',
  'openid.password': 'Password of {{account}}',
  'openid.new': 'Create your account',
  'openid.newText': 'No account is linked to {{account}} yet. Choose how others see you.',
  'openid.name': 'Nickname',
  'openid.enter': 'Log in',
  'openid.create': 'Create account',
  'openid.title': 'Linked logins',
  'openid.hint': 'Other services you log in with',
  'openid.own': 'You also log in with',
  'openid.none': 'No linked logins',
  'openid.what': 'Choose a service on the login page to link it. Its email has to match your username.',
  'openid.used': 'last used {{time}}',
  'openid.unlink': 'Unlink',
  'openid.unlinkOf': 'Unlink {{name}}',
  'openid.unlinkText': "You can't log in with {{name}} any more. Enter your password.",
  'openid.yourPassword': 'Your password',
  'openid.unlinked': '{{name}} unlinked',
} as const;
