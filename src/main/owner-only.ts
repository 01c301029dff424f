/** The mode of every file that is made: its user's alone, whoever else uses the machine; Windows has other means. */
export const privateFile = 0o600
/** The mode of every folder that is made; see {@link privateFile}. */
export const privateFolder = 0o700
