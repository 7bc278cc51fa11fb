/** What an operation answers that asks for the current password again. */
export const passwordErrors = ['password_required', 'password_incorrect', 'account_locked'] as const;
