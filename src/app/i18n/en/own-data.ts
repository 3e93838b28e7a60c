/** What belongs to oneself. */
export const ownData = {
  'data.title': 'Your data',
  'data.hint': 'Export it, or erase your account',
  'data.export': 'Export my data',
  'data.exportHint': 'A ZIP file that opens in any browser',
  'data.exportText':
    'Your profile, settings, drafts, moments and files, and your chats with what others said in them. ' +
    'Keep it safe: whoever has the file can read it.',
  'data.save': 'Save',
  'data.exporting': 'Your data is being downloaded',
  'data.what': 'If you erase your account',
  'data.logins': 'You are logged out on all devices, and nobody can log in with your username any more.',
  'data.own':
    'Your profile, settings, drafts, folders, moments and notes to self are erased, and so are files that ' +
    'you sent to nobody.',
  'data.wordsStay': 'What you sent to others stays, as sent by a deleted account.',
  'data.wordsGo': 'What you sent to others is erased for everyone.',
  'data.groups': 'Groups you own go to another member. A group with nobody else in it ends.',
  'data.forGood': "This can't be undone.",
  'data.erase': 'Erase my account',
  'data.eraseAsk': 'Erase your account?',
  'data.erased': 'Your account is erased',
  'data.fixed': "This account can't be erased",
} as const;
