const english =
  'a about above after again against all also am an and any are as at be because been before being below between both but by can cannot could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just let me more most my no nor not now of off on once only or other our ours out over own same she should so some such than that the their theirs them then there these they this those through to too under until up us very was we were what when where which while who whom why will with would you your yours say says tell'

const german =
  'aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei bin bis bist da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen habe haben hat hatte hier hin ich ihm ihn ihnen ihr ihre im in ist ja jede jedem jeden jeder jedes kann kein keine man mein meine mich mir mit nach nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so über um und uns unser unter viel vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werden weshalb wessen wie wieder wieso wir wird wo woher wohin zu zum zur zwischen'

const persian =
  'و در به از که این را با است برای آن یک خود تا کرد بر هم نیز می های ها شد شده بود شود ما اما یا باید هر آنها او من تو شما دیگر چه چی کی کجا چرا چگونه چند چقدر کدام کسی کند کنند کرده هستند هست نیست دارد دارند داشت بودند باشد وی اگر پس پیش بین همه همین چون ولی'

const vietnamese =
  'và của là có được trong cho các một những với không này đã ở từ như khi để ra về đến theo cũng vào tại bị bởi trên rất sau đó phải thì nhưng nên sẽ đang hay hoặc mà do vì nếu còn rằng lại đều chỉ ai gì nào đâu sao bao nhiêu mấy thế tôi bạn anh chị chúng họ nó ta mình ấy kia cái con chiếc việc sự bằng'

/** Words of Persian that say nothing about what a text is about. */
export const persianStopWords: readonly string[] = persian.split(' ')

/** Words of Vietnamese that say nothing about what a text is about. */
export const vietnameseStopWords: readonly string[] = vietnamese.normalize('NFC').split(' ')

/** Words of English that say nothing about what a text is about. */
export const englishStopWords: readonly string[] = english.split(' ')

/** Words of German that say nothing about what a text is about. */
export const germanStopWords: readonly string[] = german.split(' ')
