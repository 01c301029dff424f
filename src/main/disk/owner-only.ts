/**
 * The mode of files of our own, and of a person's while they are being written: its user's alone, whoever else uses the
 * machine; Windows has other means.
 */
export const privateFile = 0o600
/** The mode of folders, as {@link privateFile}. */
export const privateFolder = 0o700
