import { migrations } from '../../src/main/db/migrate'
import { openDatabase } from '../../src/main/db/open'

/** A process that brings a database to a schema of later, for tests that kill it meanwhile: DATABASE SQL… */
const [path = '', ...steps] = process.argv.slice(2)
openDatabase(path, [...migrations, ...steps]).close()
