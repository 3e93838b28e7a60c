/** Export and erasure of the user's data. */
export const ownData = {
  'data.title': 'Your data',
  'data.hint': 'Export it, or delete your account',
  'data.export': 'Export my data',
  'data.exportHint': 'A ZIP file that opens in any browser',
  'data.exportText':
    'Your profile, settings, drafts, moments and files, and your chats with what others said in them. ' +
    'Keep it safe: anyone who has the file can read it.',
  'data.save': 'Save',
  'data.exporting': 'Your data is being downloaded',
  'data.what': 'If you delete your account',
  'data.logins': 'You are logged out on all devices, and your username can no longer be used to log in.',
  'data.own':
    'Your profile, settings, drafts, folders, moments and notes to self are deleted, and so are files that ' +
    'you did not send to anyone.',
  'data.wordsStay': 'What you sent to others stays, as sent by a deleted account.',
  'data.wordsGo': 'What you sent to others is deleted for everyone.',
  'data.groups': 'Groups you own pass to another member. A group without other members is dissolved.',
  'data.forGood': "This can't be undone.",
  'data.erase': 'Delete my account',
  'data.eraseAsk': 'Delete your account?',
  'data.erased': 'Your account was deleted',
  'data.fixed': "This account can't be deleted",
} as const;
