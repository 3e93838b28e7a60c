export const login = {
  'login.account': 'Username',
  'login.password': 'Password',
  'login.passkey': 'Log in with a passkey',
  'login.submit': 'Log in',
  'login.register': 'Register',
  'login.noAccount': 'No account yet?',
  'login.remember': 'Remember me',
  'login.forgot': 'Forgot password?',
  'login.askAdmin': 'Forgot? Ask the admin of this server',
  'login.byPassword': 'Use the password',
  'login.code': 'Code',
  'login.codeHint':
    'The code is sent to the email address that is your username. After you log in, change the password ' +
    'in Account security.',
  'login.scene.1': 'Hiking on Saturday?',
  'login.scene.2': 'The forecast says sun ☀️',
  'login.scene.3': 'In! I bring the coffee',
  'login.scene.4': 'Eight, at the usual place',
  'login.scene.5': 'See you there 🥾',
  'login.demo': 'This is a demo site. Its data may be cleared at any time.',
  'login.first':
    'This server has no accounts yet. The first account becomes the administrator. The server log shows how to create it.',
  'login.welcome': 'Log in to {{name}}',
  'login.version': '{{name}} {{version}}',
  'rule.needAccount': 'Enter your username',
  'rule.needPassword': 'Enter your password',
  'secure.needCode': 'Enter the code',
} as const;
